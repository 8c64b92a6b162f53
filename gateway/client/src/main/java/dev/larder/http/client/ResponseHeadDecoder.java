package dev.larder.http.client;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Iterator;
import java.util.Map;

/** Reads heads of responses that Netty has parsed. */
final class ResponseHeadDecoder {

    private ResponseHeadDecoder() {}

    static ResponseHead head(HttpResponse response) {
        return new ResponseHead(response.status().code(), fields(response.headers()));
    }

    /** Returns the lines of a header or trailer section in their order. */
    static HeaderFields fields(HttpHeaders headers) {
        if (headers.isEmpty()) {
            return HeaderFields.EMPTY;
        }
        var fields = HeaderFields.builder(headers.size());
        for (Iterator<Map.Entry<CharSequence, CharSequence>> lines = headers.iteratorCharSequence();
                lines.hasNext(); ) {
            Map.Entry<CharSequence, CharSequence> line = lines.next();
            fields.add(line.getKey().toString(), line.getValue().toString());
        }
        return fields.build();
    }

    /** RFC 9110 15 and 7.8: the status is outside 100 to 599, or switches protocols, for which no request asks. */
    static boolean isMeaningless(HttpResponse response) {
        HttpResponseStatus status = response.status();
        return status.codeClass() == HttpStatusClass.UNKNOWN || status.equals(HttpResponseStatus.SWITCHING_PROTOCOLS);
    }

    /** RFC 9110 15.2: whether another response to the same request follows. */
    static boolean isInterim(HttpResponse response) {
        return response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }

    /** RFC 9112 9.3: whether the origin keeps the connection open. HTTP/1.0 is not trusted to. */
    static boolean isPersistent(HttpResponse response) {
        return response.protocolVersion().equals(HttpVersion.HTTP_1_1)
                && !response.headers().containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
    }
}
