package dev.larder.writes.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

/** A rule buffers writes only if one of the settings below its {@code buffer} is there. */
class WriteRulePropertiesTest {

    @Test
    void emptyRuleBuffersNothing() {
        var environment = new MockEnvironment().withProperty("larder.rules.orders", "");

        assertThat(WriteRuleProperties.of(environment).values())
                .allSatisfy(rule -> assertThat(rule.buffer()).isNull());
    }

    @Test
    void singleBufferSettingEnablesBufferingWithDefaults() {
        var environment = new MockEnvironment().withProperty("larder.rules.orders.buffer.parallel", "2");

        BufferedWriteProperties buffer =
                WriteRuleProperties.of(environment).get("orders").buffer();

        assertThat(buffer.delivery().parallel()).isEqualTo(2);
        assertThat(buffer.acceptance().methods()).containsExactly("POST");
        assertThat(buffer.batches()).isNotNull();
    }
}
