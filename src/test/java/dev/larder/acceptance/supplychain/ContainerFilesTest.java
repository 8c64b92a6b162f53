package dev.larder.acceptance.supplychain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.json.JsonMapper;

/** The container files agree with each other and with the jar they package. */
class ContainerFilesTest {

    private final ExecutableJar delivery = ExecutableJar.ofThisBuild();
    private final Path docker = delivery.root().resolve("docker");

    @Test
    void dockerfileCopiesLayersOfJarInTheirOrder() throws IOException {
        assertThat(dockerfile("^COPY --from=layers /layers/extracted/(.+)/ \\./$"))
                .isNotEmpty()
                .isEqualTo(delivery.layers());
    }

    @Test
    void copiedFilesExistInBuildContext() throws IOException {
        var ignore = Files.readAllLines(delivery.root().resolve(".dockerignore"));

        assertThat(dockerfile("^COPY ([^-]\\S*) ")).isNotEmpty().allSatisfy(file -> {
            assertThat(delivery.root().resolve(file)).exists();
            assertThat(ignore).contains("!" + file);
        });
    }

    @Test
    void theImageDoesNotRunAsRoot() throws IOException {
        assertThat(dockerfile("^USER (\\d+):\\d+$")).singleElement().isNotEqualTo("0");
    }

    @Test
    void daemonlessImageMatchesDockerfile() throws IOException {
        String profile = Files.readString(docker.resolve("image/pom.xml"));

        assertThat(elements(profile, "image.base"))
                .hasSameElementsAs(dockerfile("^FROM (\\S+)"))
                .hasSize(1);
        assertThat(elements(profile, "user")).isEqualTo(dockerfile("^USER (.+)$"));
        assertThat(String.join(" ", elements(profile, "port")))
                .isEqualTo(dockerfile("^EXPOSE (.+)$").get(0));
        assertThat(elements(profile, "workingDirectory")).isEqualTo(dockerfile("^WORKDIR (/larder)$"));
        assertThat(elements(profile, "MANAGEMENT_SERVER_PORT"))
                .isEqualTo(dockerfile("^ENV MANAGEMENT_SERVER_PORT=(.+)$"));
        assertThat(elements(profile, "arg"))
                .isNotEmpty()
                .isEqualTo(quoted(dockerfile("^ENTRYPOINT (.+)$").get(0)));
    }

    @Test
    void composeReferencesOnlyExistingServicesAndFiles() throws IOException {
        var compose = ComposeFile.read(docker.resolve("compose.yaml"));

        assertThat(compose.services()).contains("origin", "gateway-1", "gateway-2", "prometheus", "grafana");
        assertThat(compose.all("depends_on")).isNotEmpty().isSubsetOf(compose.services());
        assertThat(compose.hostPaths())
                .isNotEmpty()
                .allSatisfy(path -> assertThat(docker.resolve(path)).exists());
    }

    @Test
    void everyServiceHasAHealthCheckOfItsOwnOrOfTheImage() throws IOException {
        assertThat(dockerfile("^HEALTHCHECK .*CMD (.+)$")).singleElement().isEqualTo("[\"bash\", \"healthcheck.sh\"]");
        assertThat(ComposeFile.read(docker.resolve("compose.yaml")).without("healthcheck"))
                .containsExactlyInAnyOrder("origin", "gateway-1", "gateway-2");
    }

    @Test
    void composeSetsOnlyPropertiesThatLarderHas() throws IOException {
        var names = ComposeFile.read(docker.resolve("compose.yaml"))
                .all("command")
                .filter(argument -> argument.startsWith("--larder."))
                .map(argument -> argument.substring(2, argument.indexOf('=')));

        assertThat(names).isNotEmpty().isSubsetOf(delivery.properties().keySet());
    }

    @Test
    void composePublishesOnLoopbackOnly() throws IOException {
        assertThat(ComposeFile.read(docker.resolve("compose.yaml")).all("ports"))
                .isNotEmpty()
                .allMatch(port -> port.startsWith("127.0.0.1:"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docker/prometheus/prometheus.yaml",
                "docker/grafana/datasources/prometheus.yaml",
                "docker/grafana/dashboards/provider.yaml",
                ".github/workflows/ci.yml"
            })
    void otherDeploymentFilesAreValidYaml(String file) throws IOException {
        try (var reader = Files.newBufferedReader(delivery.root().resolve(file))) {
            assertThat(new Yaml().<Object>load(reader)).isNotNull();
        }
    }

    @Test
    void dashboardUsesProvisionedDatasource() throws IOException {
        var dashboard = Files.readString(docker.resolve("grafana/dashboards/larder.json"));
        var datasource = Files.readString(docker.resolve("grafana/datasources/prometheus.yaml"));

        for (var panel : JsonMapper.shared().readTree(dashboard).get("panels")) {
            assertThat(datasource)
                    .contains("uid: " + panel.at("/datasource/uid").stringValue());
        }
    }

    private static List<String> elements(String xml, String name) {
        return Pattern.compile("<" + Pattern.quote(name) + ">([^<]+)</")
                .matcher(xml)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static List<String> quoted(String array) {
        return Pattern.compile("\"([^\"]*)\"")
                .matcher(array)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** The first group of every line of the Dockerfile that matches. */
    private List<String> dockerfile(String line) throws IOException {
        return Pattern.compile(line, Pattern.MULTILINE)
                .matcher(Files.readString(docker.resolve("Dockerfile")))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
