package dev.larder.rfc9111;

import static dev.larder.rfc9111.EngineObligation.Level.MUST;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncrementalTest {

    @ParameterizedTest
    @ValueSource(strings = {"?1", " ?1 ", "?1;x", "?1;a=42;b=\"x\";c=?0", "?1; a=:YQ==:"})
    @EngineObligation(rfc = "RFC 10036", section = "3", level = MUST, value = "?1 asks for incremental forwarding")
    void acceptsBooleanTrueWithOrWithoutParameters(String value) {
        assertThat(Incremental.isWanted(HeaderFields.of("incremental", value))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?0", "true", "1", "\"?1\"", "?1, ?1", "(?1)", "?1 x", "?2", "?1;", "?1;A", "??1"})
    @EngineObligation(rfc = "RFC 10036", section = "3", level = MUST, value = "there is just one valid value")
    void rejectsAnyOtherValue(String value) {
        assertThat(Incremental.isWanted(HeaderFields.of("Incremental", value))).isFalse();
    }

    @Test
    @EngineObligation(rfc = "RFC 9651", section = "4.2", level = MUST, value = "an Item cannot be split into lines")
    void rejectsRepeatedOrMissingField() {
        assertThat(Incremental.isWanted(HeaderFields.of("Incremental", "?1", "Incremental", "?1")))
                .isFalse();
        assertThat(Incremental.isWanted(HeaderFields.EMPTY)).isFalse();
    }
}
