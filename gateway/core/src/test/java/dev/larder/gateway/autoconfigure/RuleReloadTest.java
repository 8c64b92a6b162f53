package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.rule.CheckedRules;
import dev.larder.gateway.rule.RefusedRulesException;
import dev.larder.gateway.rule.RuleDocumentReader;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.rule.RuleSource;
import dev.larder.gateway.rule.RuleVersions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableReactiveWebApplicationContext;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.cloud.context.scope.refresh.RefreshScopeRefreshedEvent;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Rules of a running gateway are read by the code of a start, and refused with its message. */
class RuleReloadTest {

    private static final String RULES = "larder.rules.";

    private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LarderAutoConfiguration.class))
            .withUserConfiguration(WrongConfigurationTest.Gateway.class);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.paths=users",
                "a.paths=/users/{id",
                "a.paths=/u;a.ttl=0s",
                "a.paths=/u;a.ttl=soon",
                "a.paths=/u;a.ttl-overrides=true",
                "a.paths=/u;a.revalidate=always;a.stale-if-error=5s",
                "a.paths=/u;a.revalidate=sometimes",
                "a.paths=/u;a.status-ttl.304=5s",
                "a.paths=/u;a.statuses=99",
                "a.paths=/u;a.methods=DELETE",
                "a.paths=/u;a.methods=GET,QUERY",
                "a.paths=/u;a.key.user=sub",
                "a.paths=/u;a.key.headers=Authorization",
                "a.paths=/u;a.bypass.header=Bypass Cache",
                "a.paths=/u;a.store=big",
                "a.paths=/u;a.max-object-size=1GB",
                "a.paths=/u;a.strip=Cache-Control",
                "a.paths=/u;a.pool=user-{id}",
                "a.paths=/u;a.tll=30s",
                "a.ttl=30s",
                "a.paths=/u;b.paths=/u",
                "a.paths=/u;a.dry-run=true",
            })
    void rejectsInvalidRulesWithStartupMessage(String settings) {
        var atStart = new AtomicReference<String>();
        runner.withPropertyValues(prefixed(settings)).run(context -> {
            assertThat(context).hasFailed();
            var environment = new StandardEnvironment();
            environment.getPropertySources().addFirst(new MapPropertySource("rules", properties(settings)));
            atStart.set(StartFailureText.of(context.getStartupFailure(), environment));
        });
        runs("old.paths=/old", context -> {
            RuleSet rules = context.getBean(RuleSet.class);
            assertThatThrownBy(() -> context.getBean(RuleDocumentReader.class).read(json(settings)))
                    .isInstanceOf(RefusedRulesException.class)
                    .hasMessage(atStart.get());
            assertThat(rules.names()).containsExactly("old");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "larder.rules: [ | it is no YAML",
                "- a | it is no mapping of names to values",
                "'' | it has no larder.rules",
                "' ' | it has no larder.rules",
                "{} | it has no larder.rules",
                "--- | it has no larder.rules",
                "# larder.rules.a.paths: /a | it has no larder.rules",
                "larder.rules: | it lists none",
                "{larder: {rules: }} | it lists none",
                "{larder: } | it lists none",
                "larder.rules: [] | it lists none",
                "'{\"larder\": {\"rules\": \"\"}}' | it lists none",
                "larder.store.max-size: 1GB | only larder.rules is read from it",
                "server.port: 1 | only larder.rules is read from it",
                "{a: &a [x], larder: {rules: {a: {paths: *a}}}} | it is no YAML",
                "{larder: {rules: {a: {paths: /a}, a: {paths: /b}}}} | it is no YAML",
                "!!java.net.URL [http://127.0.0.1] | it is no YAML",
                "'larder.rules.a.paths: ${larder.rules.a.paths}' | larder.rules.a.paths",
                "'larder.rules.a.paths: ${java.home}' | has the value '${java.home}', but a path begins with a slash",
            })
    void rejectsInvalidRuleDocument(String document, String why) {
        runs(
                "old.paths=/old",
                context -> assertThatThrownBy(
                                () -> context.getBean(RuleDocumentReader.class).read(document))
                        .isInstanceOf(RefusedRulesException.class)
                        .hasMessageContaining(why));
    }

    @ParameterizedTest
    @ValueSource(strings = {"larder.rules: {}", "larder: {rules: {}}", "{\"larder\": {\"rules\": {}}}"})
    void acceptsDocumentWithoutRules(String document) {
        runs(
                "old.paths=/old",
                context -> assertThat(context.getBean(RuleDocumentReader.class)
                                .read(document)
                                .snapshot()
                                .names())
                        .isEmpty());
    }

    @Test
    void rejectsSeveralYamlDocuments() {
        runs(
                "old.paths=/old",
                context -> assertThatThrownBy(() -> context.getBean(RuleDocumentReader.class)
                                .read("larder.rules.a.paths: /a\n---\nlarder.rules.a.ttl: 5s\n"))
                        .hasMessageContaining("rules are one document"));
    }

    @Test
    void aDocumentReplacesAllRulesOfProperties() {
        runs("old.paths=/old;kept.paths=/kept;kept.ttl=30s", context -> {
            CheckedRules read = context.getBean(RuleDocumentReader.class)
                    .read("larder:\n  rules:\n    new:\n      paths: [/new]\n    kept:\n      paths: /kept, /more\n"
                            + "      ttl: PT30S\n");
            assertThat(read.snapshot().names()).containsExactlyInAnyOrder("new", "kept");
            RuleSet rules = context.getBean(RuleSet.class);
            assertThat(read.snapshot().named("kept").orElseThrow().revision())
                    .isEqualTo(rules.named("kept").orElseThrow().revision());
        });
    }

    @Test
    void renderedRulesParseBackToSameRules() {
        String settings =
                "a.paths=/a,/b/{id};a.ttl=90s;a.status-ttl.404=5s;a.type-ttl[text/html]=10s;a.statuses=200,404"
                        + ";a.set-cookie=strip;a.revalidate=ttl;a.key.query.ignore=utm_*;a.key.headers=Accept-Language"
                        + ";a.max-object-size=64KB;a.bypass.header=Bypass-Cache;a.strip=X-Debug;a.vary=Accept;a.pool=p"
                        + ";a.invalidation-scope=pool;a.coupled-pools=q;a.items=sku-*;a.collapse=false;[b c].routes=r";
        runs(settings, context -> {
            String shown = context.getBean(RuleVersions.class).current().rules().yaml();
            CheckedRules read = context.getBean(RuleDocumentReader.class).read(shown);
            RuleSet rules = context.getBean(RuleSet.class);
            assertThat(read.yaml()).isEqualTo(shown);
            assertThat(read.snapshot().names()).containsExactlyInAnyOrder("a", "b c");
            for (String name : rules.names()) {
                assertThat(read.snapshot().named(name)).isEqualTo(rules.named(name));
            }
        });
    }

    @Test
    void rejectsRemovalOfRuleNamedByFilter() {
        runs("old.paths=/old;named.ttl=5s;other.paths=/other", true, context -> {
            context.getBean(CacheGatewayFilterFactory.class).cache("old");
            assertThatThrownBy(() -> context.getBean(RuleDocumentReader.class).read(json("named.ttl=5s")))
                    .hasMessageContaining("larder.rules.old")
                    .hasMessageContaining("a filter of a route names this rule");
            assertThatThrownBy(() -> context.getBean(RuleDocumentReader.class).read(json("old.paths=/old")))
                    .hasMessageContaining("there is no rule larder.rules.named");
            context.getBean(RuleDocumentReader.class).read(json("old.paths=/old;named.ttl=6s"));
        });
    }

    @Test
    void contextRefreshAppliesValidRulesOfEnvironment() {
        runs("old.paths=/old", context -> {
            RuleVersions versions = context.getBean(RuleVersions.class);
            MapPropertySource source = new MapPropertySource("refreshed", properties("new.paths=/new"));
            ConfigurableEnvironment environment = (ConfigurableEnvironment) context.getEnvironment();
            environment.getPropertySources().addFirst(source);
            context.publishEvent(new RefreshScopeRefreshedEvent());
            assertThat(versions.current().changes()).containsExactly("added new");
            assertThat(versions.current().source()).isEqualTo(RuleSource.REFRESH);
            environment
                    .getPropertySources()
                    .replace("refreshed", new MapPropertySource("refreshed", properties("new.ttl=x")));
            context.publishEvent(new RefreshScopeRefreshedEvent());
            assertThat(versions.current().number()).isEqualTo(2);
            assertThat(versions.refusal())
                    .get()
                    .satisfies(refused ->
                            assertThat(refused.why()).contains("larder.rules.new.ttl", "that is not a duration"));
        });
    }

    @Test
    void appliesChangedRuleFileOnceStableAndValid(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("rules.yaml");
        write(file, "larder.rules.a: {paths: /a, ttl: 10s}", 1);
        runner.withPropertyValues(RuleFile.PROPERTY + "=" + file, RULES + "b.paths=/b")
                .run(context -> {
                    RuleVersions versions = context.getBean(RuleVersions.class);
                    RuleSet rules = context.getBean(RuleSet.class);
                    assertThat(rules.names()).containsExactlyInAnyOrder("a", "b");
                    assertThat(ttl(rules)).contains(Duration.ofSeconds(10));
                    var watch =
                            new RuleFile(file, context.getBean(RuleReload.class), versions, (ConfigurableEnvironment)
                                    context.getEnvironment());
                    watch.look();
                    write(file, "larder.rules.a: {paths: /a, ttl: 20s}", 2);
                    watch.look();
                    assertThat(ttl(rules)).contains(Duration.ofSeconds(10));
                    watch.look();
                    assertThat(ttl(rules)).contains(Duration.ofSeconds(20));
                    write(file, "larder.rules.a: {paths: a}", 3);
                    watch.look();
                    watch.look();
                    watch.look();
                    assertThat(ttl(rules)).contains(Duration.ofSeconds(20));
                    assertThat(versions.refusal())
                            .get()
                            .satisfies(refused ->
                                    assertThat(refused.why()).contains("larder.rules.a.paths has the value 'a'"));
                    assertThat(versions.current().number()).isEqualTo(2);
                    Files.delete(file);
                    watch.look();
                    assertThat(ttl(rules)).contains(Duration.ofSeconds(20));
                });
    }

    @ParameterizedTest
    @CsvSource({"server.port: 1, only larder.rules is read from it", "'larder: [', it is no YAML"})
    void invalidRuleFilePreventsStartup(String content, String why, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("rules.yaml"), content);
        runner.withPropertyValues(RuleFile.PROPERTY + "=" + file)
                .run(context -> assertThat(StartFailureText.of(context.getStartupFailure(), new StandardEnvironment()))
                        .contains("The property larder.reload.file", why));
    }

    @Test
    void missingRuleFilePreventsStartup(@TempDir Path folder) {
        Path file = folder.resolve("rules.yaml");
        runner.withPropertyValues(RuleFile.PROPERTY + "=" + file)
                .run(context -> assertThat(context.getStartupFailure()).hasMessageContaining("it cannot be read"));
    }

    private static Optional<Duration> ttl(RuleSet rules) {
        return rules.named("a").orElseThrow().policy().freshness().ttl();
    }

    private static void write(Path file, String content, int second) throws IOException {
        Files.writeString(file, content);
        Files.setLastModifiedTime(file, FileTime.fromMillis(second * 1_000L));
    }

    private void runs(String settings, Consumer<AssertableReactiveWebApplicationContext> test) {
        runs(settings, false, test);
    }

    private void runs(String settings, boolean route, Consumer<AssertableReactiveWebApplicationContext> test) {
        String prefix = "spring.cloud.gateway.server.webflux.routes[0].";
        ReactiveWebApplicationContextRunner with = route
                ? runner.withPropertyValues(
                        prefix + "id=r",
                        prefix + "uri=http://h",
                        prefix + "predicates=Path=/**",
                        prefix + "filters=Cache=named")
                : runner;
        with.withPropertyValues(prefixed(settings)).run(context -> {
            assertThat(context).hasNotFailed();
            test.accept(context);
        });
    }

    private static String[] prefixed(String settings) {
        return Arrays.stream(settings.split(";"))
                .map(setting -> name(setting) + '=' + value(setting))
                .toArray(String[]::new);
    }

    private static Map<String, Object> properties(String settings) {
        return Arrays.stream(settings.split(";"))
                .collect(Collectors.toMap(RuleReloadTest::name, RuleReloadTest::value));
    }

    private static String json(String settings) {
        return Arrays.stream(settings.split(";"))
                .map(setting -> '"' + name(setting) + "\": \"" + value(setting) + '"')
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String name(String setting) {
        String name = setting.substring(0, setting.indexOf('='));
        return name.startsWith("[") ? "larder.rules" + name : RULES + name;
    }

    private static String value(String setting) {
        return setting.substring(setting.indexOf('=') + 1);
    }
}
