package dev.larder.gateway.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpStatus;

/** What cannot be read is refused with a reason, and never read as something else. */
class PurgeSelectionParserTest {

    @Test
    @Tag("hardening-X13")
    void parsesEveryKindOfSelection() {
        assertThat(PurgeSelectionParser.read("pool", " users ")).isEqualTo(new PurgeSelection.ByPool("users"));
        assertThat(PurgeSelectionParser.read("tag", "product-5")).isEqualTo(new PurgeSelection.ByTag("product-5"));
        assertThat(PurgeSelectionParser.read("prefix", "/users/5")).isEqualTo(new PurgeSelection.ByPrefix("/users/5"));
        assertThat(PurgeSelectionParser.read("url", "https://a.test/x?y").argument())
                .isEqualTo("https://a.test/x?y");
        assertThat(PurgeSelectionParser.read("pattern", "/users/*/skills").argument())
                .isEqualTo("/users/*/skills");
        assertThat(PurgeSelectionParser.read("everything", null)).isEqualTo(new PurgeSelection.Everything());
    }

    /** Other gateways of a cluster are told so, and read it again. */
    @ParameterizedTest
    @ValueSource(strings = {"/a%253Bb", "/a%3Fb", "/a%2525", "/a//b/../c;d"})
    void prefixArgumentParsesBackToSameSelection(String prefix) {
        PurgeSelection purge = PurgeSelectionParser.read("prefix", prefix);

        assertThat(PurgeSelectionParser.read("prefix", purge.argument())).isEqualTo(purge);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // kind | value | what the refusal says
                "| /users | url, tag, pool, prefix, pattern, everything",
                "all | | url, tag, pool, prefix, pattern, everything",
                "URL | http://a.test/ | missing or unknown",
                "everything | /users | no value",
                "everything | '' | no value",
                "pool | | no value",
                "pool | '  ' | no value",
                "url | | no value",
                "url | /users | absolute",
                "url | ftp://a.test/x | absolute",
                "url | http:///x | absolute",
                "url | http:/x | absolute",
                "url | http://a.test/a b | malformed",
                "url | http://a.test/{id} | malformed",
                "url | http://a.test/#top | fragment",
                "url | http://me@a.test/ | user information",
                "prefix | users | slash",
                "prefix | /users?page=2 | query",
                "prefix | /users#a | fragment",
                "pattern | users/* | slash",
                "pattern | /users/{id | malformed",
                "pattern | /users/{id:d\\l}* | malformed",
                "pattern | /users/{id:[} | malformed",
                "pattern | /users/{id:(ab)} | captures",
                "pattern | /**/{*rest}/x | malformed"
            })
    @Tag("hardening-X13")
    void rejectsInvalidSelectionWithReason(@Nullable String kind, @Nullable String value, String says) {
        assertThatExceptionOfType(RefusedOperationException.class)
                .isThrownBy(() -> PurgeSelectionParser.read(kind, value))
                .satisfies(refusal -> {
                    assertThat(refusal.status()).isEqualTo(HttpStatus.BAD_REQUEST);
                    assertThat(refusal.detail()).contains(says);
                });
    }

    @Test
    @Tag("hardening-X13")
    void rejectsTooLongTag() {
        assertThatExceptionOfType(RefusedOperationException.class)
                .isThrownBy(() -> PurgeSelectionParser.read("tag", "t".repeat(8193)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "1", "", "tru e"})
    void rejectsSoftParameterThatIsNotBoolean(String soft) {
        assertThatExceptionOfType(RefusedOperationException.class).isThrownBy(() -> PurgeSelectionParser.isSoft(soft));
    }

    @Test
    void purgeIsHardUnlessSoftIsTrue() {
        assertThat(PurgeSelectionParser.isSoft(null)).isFalse();
        assertThat(PurgeSelectionParser.isSoft("false")).isFalse();
        assertThat(PurgeSelectionParser.isSoft("true")).isTrue();
    }
}
