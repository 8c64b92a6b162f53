package dev.larder.gateway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class DemoPropertiesTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withUserConfiguration(DemoConfiguration.class)
            .withPropertyValues("spring.profiles.active=demo");

    @Test
    void theDefaultsAreThoseOfTheReadme() {
        runner.run(context -> assertThat(context.getBean(DemoProperties.class))
                .isEqualTo(new DemoProperties(Duration.ofMillis(50), Duration.ofSeconds(60), "127.0.0.1", 0)));
    }

    @Test
    void withoutTheProfileNothingOfItExists() {
        new ApplicationContextRunner()
                .withUserConfiguration(DemoConfiguration.class)
                .run(context ->
                        assertThat(context).doesNotHaveBean(DemoOrigin.class).doesNotHaveBean(DemoRoutes.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"larder.demo.latency=-1ms", "larder.demo.max-age=-1s", "larder.demo.port=65536"})
    void aWrongValueStopsTheStartAndIsNamed(String wrong) {
        var name = wrong.substring(0, wrong.indexOf('='));

        runner.withPropertyValues(wrong)
                .run(context ->
                        assertThat(context.getStartupFailure()).rootCause().hasMessageContaining(name));
    }
}
