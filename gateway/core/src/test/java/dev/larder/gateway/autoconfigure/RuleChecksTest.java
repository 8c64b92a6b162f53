package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;

/** What looks like a contradiction and is none does not stop the start. */
class RuleChecksTest {

    private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LarderAutoConfiguration.class))
            .withUserConfiguration(WrongConfigurationTest.Gateway.class);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.paths=/u/{id};b.paths=/u/{name};b.methods=",
                "a.paths=/u/{id};a.methods=;b.paths=/u/{id};b.methods=",
                "a.paths=/u;b.paths=/u;b.methods=QUERY;b.key.content=1KB",
                "a.paths=/u/{id:[0-9]{2}};b.paths=/u/{id:[0-9]{3}}",
                "a.paths=/u/{id};b.paths=/u/{*id}",
                "a.paths=/u/{id},/u/{name}",
            })
    void acceptsRulesThatMatchDifferentRequests(String rules) {
        starts(rules);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/u/{id}", "/u/{id:[a-z]{2}}", "/u/{*id}", "/u/{identifier}/{id}"})
    void acceptsAnyPathVariableInPoolName(String path) {
        starts("a.paths=" + path + ";a.pool=user-{id}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"refresh", "no-cache", "a[b]", "fr\u00efsch"})
    void acceptsAnyBypassParameterName(String name) {
        starts("a.paths=/u;a.bypass.parameter=" + name);
    }

    private void starts(String rules) {
        String[] properties = rules.split(";");
        for (int i = 0; i < properties.length; i++) {
            properties[i] = "larder.rules." + properties[i];
        }
        runner.withPropertyValues(properties).run(context -> assertThat(context).hasNotFailed());
    }
}
