package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.support.GenericApplicationContext;

/** On what Larder refuses to start, and what it says then. */
class PlatformCheckTest {

    @ParameterizedTest
    @ValueSource(strings = {"3.5.9", "4.0.0", "4.0.9", "4.0.7-SNAPSHOT", "2.7.18"})
    void refusesVersionsOfSpringBootThatAreTooOld(String version) {
        assertThat(PlatformCheck.springBoot(version)).hasValueSatisfying(refused -> {
            assertThat(refused).hasMessageContaining(version).hasMessageContaining("4.1");
            assertThat(refused.action()).contains("Spring Boot 4.1");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.1.0", "4.1.1", "4.1.2", "4.2.0-M1", "5.0.0"})
    void acceptsLaterVersionsOfSpringBoot(String version) {
        assertThat(PlatformCheck.springBoot(version)).isEmpty();
    }

    @Test
    void acceptsThePlatformOfThisBuild() {
        new PlatformCheck().initialize(new GenericApplicationContext());
        assertThat(PlatformCheck.springBoot(SpringBootVersion.getVersion())).isEmpty();
    }

    @Test
    void refusesServletApplicationsAndNamesTheRemedy() {
        assertThat(PlatformCheck.application(true))
                .hasValueSatisfying(refused -> assertThat(refused.action()).contains("web-application-type=reactive"));
        assertThat(PlatformCheck.application(false)).isEmpty();
    }

    @Test
    void refusesNettyWithoutStrictDecoder() {
        var none = new ClassLoader(null) {};
        assertThat(PlatformCheck.netty(none))
                .hasValueSatisfying(refused -> assertThat(refused.action()).contains("netty.version"));
    }

    @Test
    void refusesNothingIfLarderIsSwitchedOff() {
        var context = new GenericApplicationContext();
        context.setClassLoader(new ClassLoader(null) {});
        assertThatExceptionOfType(UnsupportedPlatformException.class)
                .isThrownBy(() -> new PlatformCheck().initialize(context));
        TestPropertyValues.of("larder.enabled=off").applyTo(context);
        new PlatformCheck().initialize(context);
    }

    @Test
    void failureAnalysisNamesConditionAndRemedy() {
        var refused = PlatformCheck.springBoot("4.0.7").orElseThrow();
        var analysis = new UnsupportedPlatformAnalyzer().analyze(refused);
        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription()).contains("runs on Spring Boot 4.0.7");
        assertThat(analysis.getAction()).contains("Use Spring Boot 4.1");
    }
}
