package dev.larder.gateway.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a rule leaves of the fields of a response. */
class ResponseFieldRulesTest {

    private static final ResponseFieldRules ENCODING =
            new ResponseFieldRules(Set.of(), Optional.of(Set.of("accept-encoding", "accept")));

    @Test
    void stripsFieldsIgnoringCase() {
        var rules = new ResponseFieldRules(Set.of("set-cookie", "x-debug"), Optional.empty());
        HeaderFields left = rules.apply(
                        response("Set-Cookie", "a=b", "ETag", "\"1\"", "set-cookie", "c=d", "X-DEBUG", "1"))
                .fields();
        assertThat(left).isEqualTo(HeaderFields.of("ETag", "\"1\""));
    }

    @ParameterizedTest
    @CsvSource({
        "'User-Agent, Accept-Encoding', 'Accept-Encoding'",
        "'accept-encoding ,ACCEPT', 'accept-encoding, ACCEPT'",
        "'*', '*'",
        "'User-Agent, *', '*'",
        "'User-Agent, Cookie, authorization', 'Cookie, authorization'",
        "'User-Agent, Accept Cookie, Cookie;', 'Accept Cookie, Cookie;'",
        "'\"Cookie, Accept\"', '\"Cookie, Accept\"'",
        "'User-Agent', ",
        "'', "
    })
    void reducesVaryToListedAndCredentialFields(String received, String left) {
        assertThat(ENCODING.apply(response("Vary", received)).fields().first("Vary"))
                .isEqualTo(Optional.ofNullable(left));
    }

    @Test
    void mergesVaryLinesIntoOneList() {
        assertThat(ENCODING.apply(response("Vary", "Accept", "Vary", "User-Agent, Accept-Encoding"))
                        .fields()
                        .values("Vary"))
                .containsExactly("Accept, Accept-Encoding");
    }

    @Test
    void leavesResponseUnchangedIfNoRuleApplies() {
        ResponseHead response = response("ETag", "\"1\"", "Vary", "Cookie");
        assertThat(ResponseFieldRules.NONE.apply(response)).isSameAs(response);
        assertThat(ENCODING.apply(response("ETag", "\"1\"")).fields()).isEqualTo(HeaderFields.of("ETag", "\"1\""));
    }

    private static ResponseHead response(String... fields) {
        return new ResponseHead(200, HeaderFields.of(fields));
    }
}
