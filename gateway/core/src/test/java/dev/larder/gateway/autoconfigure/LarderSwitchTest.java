package dev.larder.gateway.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.Mockito;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.mock.env.MockEnvironment;

/** What is there with Larder and what is there without it never differ in how they read the switch. */
class LarderSwitchTest {

    @ParameterizedTest
    @CsvSource({
        "false, false",
        "FALSE, false",
        "off, false",
        "no, false",
        "0, false",
        "true, true",
        "on, true",
        "1, true"
    })
    void readsEnabledPropertyLikeSpringBootBoolean(String written, boolean on) {
        var larderSwitch = new LarderSwitch();
        larderSwitch.setEnvironment(new MockEnvironment().withProperty(SwitchedOffCondition.PROPERTY, written));
        String[] all = {LarderAutoConfiguration.class.getName()};
        assertThat(larderSwitch.match(all, Mockito.mock(AutoConfigurationMetadata.class)))
                .containsExactly(on);
        new ReactiveWebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(SwitchedOffAutoConfiguration.class))
                .withPropertyValues(SwitchedOffCondition.PROPERTY + "=" + written)
                .run(context ->
                        assertThat(context.containsBean("larderSwitchedOff")).isEqualTo(!on));
    }
}
