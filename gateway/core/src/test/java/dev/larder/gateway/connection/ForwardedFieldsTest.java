package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.FieldNames;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.gateway.filter.headers.RemoveForwardedHeadersFilter;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ServerWebExchange;

/** RFC 9110 7.6.1: fields of one connection are not forwarded. */
class ForwardedFieldsTest {

    private final ForwardedFields fields = new ForwardedFields(
            List.of(), FieldNames.of("connection", "keep-alive", "te", "transfer-encoding"), "1.1 larder", "");
    private final ServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/"));

    @Test
    void mustNotForwardFieldsOfTheConnection() {
        HeaderFields forwarded = fields.of(
                HeaderFields.of("Host", "client", "TE", "trailers", "Accept", "a", "X", "1"),
                exchange,
                "origin",
                false);
        assertThat(forwarded)
                .isEqualTo(HeaderFields.of("Host", "origin", "Accept", "a", "X", "1", "Via", "1.1 larder"));
    }

    /** RFC 9110 7.6.3. */
    @Test
    void mustAppendItselfToVia() {
        assertThat(fields.of(HeaderFields.of("Via", "1.0 other"), exchange, "origin", false)
                        .values("Via"))
                .containsExactly("1.0 other", "1.1 larder");
    }

    @Test
    void addsNoViaIfNoNameIsConfigured() {
        assertThat(new ForwardedFields(List.of(), FieldNames.NONE, "", "")
                        .of(HeaderFields.EMPTY, exchange, "origin", false)
                        .contains("Via"))
                .isFalse();
    }

    /** RFC 9110 8.6. */
    @Test
    void sendsContentLengthZeroForRequestWithoutContent() {
        assertThat(fields.of(HeaderFields.EMPTY, exchange, "origin", true).values("Content-Length"))
                .containsExactly("0");
        assertThat(fields.of(HeaderFields.of("Content-Length", "0"), exchange, "origin", true)
                        .values("Content-Length"))
                .containsExactly("0");
    }

    @Test
    void addsUserAgentToRequestsWithoutOne() {
        var named = new ForwardedFields(List.of(), FieldNames.NONE, "", "agent");
        assertThat(named.of(HeaderFields.EMPTY, exchange, "origin", false).values("User-Agent"))
                .containsExactly("agent");
        assertThat(named.of(HeaderFields.of("User-Agent", "own"), exchange, "origin", false)
                        .values("User-Agent"))
                .containsExactly("own");
    }

    @Test
    void appliesHeadersFiltersBeforeRemovingConnectionFields() {
        var described = new ForwardedFields(
                List.of(new RemoveForwardedHeadersFilter(), (headers, any) -> {
                    headers.add("X-Forwarded-Proto", "http");
                    return headers;
                }),
                FieldNames.of("connection"),
                "",
                "");
        HeaderFields received =
                HeaderFields.of("Forwarded", "proto=https", "X", "1", "Connection", "X-Forwarded-Proto", "Accept", "a");
        assertThat(described.of(received, exchange, "origin", false))
                .isEqualTo(HeaderFields.of("Host", "origin", "X", "1", "Accept", "a"));
    }

    @Test
    void removesFieldsNamedByConnectionOnlyFromEndToEndResponse() {
        var head = new ResponseHead(200, HeaderFields.of("Connection", "X-One, close", "X-One", "1", "X-Two", "2"));
        assertThat(fields.ofResponse(head)).isSameAs(head);
        assertThat(fields.ofResponse(head).endToEnd().fields()).isEqualTo(HeaderFields.of("X-Two", "2"));
    }

    @Test
    void leavesResponseWithoutConnectionFieldUnchanged() {
        var head = new ResponseHead(200, HeaderFields.of("X-Two", "2"));
        assertThat(fields.ofResponse(head)).isSameAs(head);
    }
}
