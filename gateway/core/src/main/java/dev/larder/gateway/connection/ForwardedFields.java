package dev.larder.gateway.connection;

import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.rfc9111.FieldNames;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import java.util.List;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/**
 * The header fields of messages as they are forwarded: the same that Gateway's own filters of header fields
 * leave, if there are no others.
 *
 * @param description Gateway's filters of fields that describe the client
 * @param removed names that apply to one connection only (RFC 9110 7.6.1)
 * @param via the line added to Via (7.6.3); empty for none
 * @param userAgent User-Agent of requests without one; empty for none
 */
record ForwardedFields(List<HttpHeadersFilter> description, FieldNames removed, String via, String userAgent) {

    /**
     * Returns the fields for a request to this authority.
     *
     * @param exchange the request as the filters of its route have left it
     * @param empty whether the request has to say that it has no content
     */
    HeaderFields of(HeaderFields fields, ServerWebExchange exchange, String host, boolean empty) {
        HeaderFields received = description.isEmpty() ? fields : described(fields, exchange);
        var forwarded = HeaderFields.builder().add("Host", host);
        FieldNames named = FieldNames.ofConnection(received);
        boolean accepts = false;
        for (HeaderField field : received) {
            String name = field.name();
            if (!name.equalsIgnoreCase("Host") && !removed.contains(name) && !named.contains(name)) {
                forwarded.add(name, field.value());
                accepts |= name.equalsIgnoreCase("Accept");
            }
        }
        if (empty && !received.contains("Content-Length")) {
            forwarded.add("Content-Length", "0");
        }
        if (!via.isEmpty()) {
            forwarded.add("Via", via);
        }
        if (!userAgent.isEmpty() && !received.contains("User-Agent")) {
            forwarded.add("User-Agent", userAgent);
        }
        if (!accepts) {
            forwarded.add("Accept", "*/*");
        }
        return forwarded.build();
    }

    private HeaderFields described(HeaderFields fields, ServerWebExchange exchange) {
        var headers = new HttpHeaders();
        MessageHeadConverter.write(fields, headers);
        return MessageHeadConverter.fields(
                HttpHeadersFilter.filter(description, headers, exchange, HttpHeadersFilter.Type.REQUEST));
    }

    /** Returns the head of a response as it is judged: without fields of the origin's connection, but with those it names. */
    ResponseHead ofResponse(ResponseHead received) {
        HeaderFields kept = received.fields()
                .without(name -> removed.contains(name) && !name.equalsIgnoreCase(HttpHeaders.CONNECTION));
        return kept.size() == received.fields().size() ? received : received.withFields(kept);
    }
}
