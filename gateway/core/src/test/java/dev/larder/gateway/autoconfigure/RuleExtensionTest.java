package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class RuleExtensionTest {

    private static final String PROCESS = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;

    @Test
    void environmentVariableOfHyphenatedRuleCreatesNoSecondRule() {
        var environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        PROCESS,
                        new SystemEnvironmentPropertySource(PROCESS, Map.of("LARDER_RULES_MY_ORDERS_TTL", "5m")));
        environment
                .getPropertySources()
                .addLast(new MapPropertySource("file", Map.of("larder.rules.my-orders.paths", "/orders/**")));
        ConfigurationPropertySources.attach(environment);
        Map<String, RuleProperties> rules = RuleProperties.of(environment);

        assertThat(rules).containsOnlyKeys("my-orders");
        assertThat(rules.get("my-orders").freshness().ttl()).hasMinutes(5);
    }
}
