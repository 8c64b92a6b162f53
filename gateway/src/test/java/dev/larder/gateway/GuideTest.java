package dev.larder.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.ClassUtils;
import reactor.netty.http.client.HttpClient;

/** Every piece of YAML in the guide and the READMEs is accepted at the start, with every extension on the class path. */
class GuideTest {

    private static final Pattern YAML = Pattern.compile("(?ms)^```yaml\\n(.*?)^```");

    /** Rules that pieces speak of and say elsewhere what they are for: in other pieces, or by annotations. */
    private static final String[] RULES = {
        "larder.rules.catalog.paths=/catalog/**",
        "larder.rules.learning-paths.paths=/paths",
        "larder.rules.learning-profile.paths=/profile"
    };

    private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(autoConfigurations()))
            .withUserConfiguration(Gateway.class);

    @TempDir
    private Path folders;

    /** The folders that pieces name are those of a server: here they are moved to one of the test's own. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("pieces")
    void acceptsEveryYamlExampleOfDocumentation(String name, String yaml) {
        String here = yaml.replace(": /var/", ": " + folders + "/");
        runner.withPropertyValues(RULES)
                .withInitializer(context -> load(here)
                        .forEach(source ->
                                context.getEnvironment().getPropertySources().addFirst(source)))
                .run(context -> assertThat(context).hasNotFailed());
    }

    /** Those of Larder's jars, without servers of their own, whose certificates the pages only name. */
    private static Class<?>[] autoConfigurations() {
        ClassLoader loader = GuideTest.class.getClassLoader();
        return ImportCandidates.load(AutoConfiguration.class, loader).getCandidates().stream()
                .filter(name -> name.startsWith("dev.larder.") && !name.contains(".LarderRpc"))
                .map(name -> ClassUtils.resolveClassName(name, loader))
                .toArray(Class<?>[]::new);
    }

    static Stream<Arguments> pieces() throws IOException {
        Path root = Path.of("..");
        try (Stream<Path> guide = Files.walk(root.resolve("docs"))) {
            List<Path> pages = Stream.concat(
                            guide.filter(page -> page.toString().endsWith(".md")),
                            Stream.of(
                                    root.resolve("README.md"),
                                    root.resolve("gateway").resolve("README.md")))
                    .sorted()
                    .toList();
            assertThat(pages).hasSizeGreaterThan(8);
            return pages.stream().flatMap(GuideTest::pieces).toList().stream();
        }
    }

    private static Stream<Arguments> pieces(Path page) {
        try {
            List<MatchResult> found =
                    YAML.matcher(Files.readString(page)).results().toList();
            return found.stream().map(piece -> Arguments.of(page.getFileName() + " " + piece.start(), piece.group(1)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<PropertySource<?>> load(String yaml) {
        try {
            return new YamlPropertySourceLoader()
                    .load("guide", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @EnableConfigurationProperties({ServerProperties.class, GatewayProperties.class})
    static class Gateway {

        @Bean
        HttpClient httpClient() {
            return HttpClient.create();
        }
    }
}
