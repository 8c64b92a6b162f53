package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** RFC 9110 7.6.1: fields of one connection are not forwarded. */
class ForwardedFieldsTest {

    private final ForwardedFields fields =
            new ForwardedFields(Set.of("connection", "keep-alive", "te", "transfer-encoding"), "1.1 larder");

    @Test
    void mustNotForwardFieldsOfTheConnection() {
        HeaderFields forwarded = fields.of(
                HeaderFields.of("Host", "client", "TE", "trailers", "Accept", "a", "X", "1"), "origin", false);
        assertThat(forwarded)
                .isEqualTo(HeaderFields.of("Host", "origin", "Accept", "a", "X", "1", "Via", "1.1 larder"));
    }

    /** RFC 9110 7.6.3. */
    @Test
    void mustAppendItselfToVia() {
        assertThat(fields.of(HeaderFields.of("Via", "1.0 other"), "origin", false)
                        .values("Via"))
                .containsExactly("1.0 other", "1.1 larder");
    }

    @Test
    void addsNoViaWithoutAName() {
        assertThat(new ForwardedFields(Set.of(), "")
                        .of(HeaderFields.EMPTY, "origin", false)
                        .contains("Via"))
                .isFalse();
    }

    /** RFC 9110 8.6. */
    @Test
    void saysThatARequestHasNoContent() {
        assertThat(fields.of(HeaderFields.EMPTY, "origin", true).values("Content-Length"))
                .containsExactly("0");
        assertThat(fields.of(HeaderFields.of("Content-Length", "0"), "origin", true)
                        .values("Content-Length"))
                .containsExactly("0");
    }

    @Test
    void mustNotForwardWhatConnectionNamesInAResponse() {
        var head = new ResponseHead(200, HeaderFields.of("Connection", "X-One, close", "X-One", "1", "X-Two", "2"));
        assertThat(fields.ofResponse(head).fields()).isEqualTo(HeaderFields.of("X-Two", "2"));
    }

    @Test
    void leavesOtherResponsesAsTheyAre() {
        var head = new ResponseHead(200, HeaderFields.of("X-Two", "2"));
        assertThat(fields.ofResponse(head)).isSameAs(head);
    }
}
