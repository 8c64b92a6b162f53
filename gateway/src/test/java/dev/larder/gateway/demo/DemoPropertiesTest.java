package dev.larder.gateway.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class DemoPropertiesTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withUserConfiguration(DemoConfiguration.class)
            .withPropertyValues("spring.profiles.active=demo");

    @Test
    void theDefaultsAreThoseOfTheReadme() {
        runner.run(context -> assertThat(context.getBean(DemoProperties.class))
                .isEqualTo(new DemoProperties(Duration.ofMillis(50), Duration.ofSeconds(60), 0, 0)));
    }

    @Test
    void demoBeansAreAbsentWithoutDemoProfile() {
        new ApplicationContextRunner()
                .withUserConfiguration(DemoConfiguration.class)
                .run(context ->
                        assertThat(context).doesNotHaveBean(DemoOrigin.class).doesNotHaveBean(DemoRoutes.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "larder.demo.latency=-1ms",
                "larder.demo.max-age=-1s",
                "larder.demo.port=65536",
                "larder.demo.connections=-1"
            })
    void rejectsInvalidValueNamingItsProperty(String wrong) {
        var nameAndValue = wrong.split("=", 2);
        var binder = new Binder(new MapConfigurationPropertySource(Map.of(nameAndValue[0], nameAndValue[1])));

        assertThatThrownBy(() -> binder.bind("larder.demo", DemoProperties.class))
                .rootCause()
                .hasMessageContaining(nameAndValue[0]);
    }
}
