package dev.larder.gateway.connection;

import dev.larder.gateway.upload.UploadReceiver;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.util.Set;

/** Decides by the head of a request whether its content can be forwarded at its connection, and how it is received there. */
final class RequestContentPolicy {

    /** A length with more digits than this is left to the server, whatever it is. */
    private static final int MAX_LENGTH_DIGITS = 18;

    private static final Set<String> METHODS_WITH_LATE_CONTENT = Set.of("POST", "PUT", "PATCH");

    private RequestContentPolicy() {}

    /** Returns whether a request has no content, or content that can be forwarded at its connection. */
    static boolean isPlain(HttpRequest request) {
        boolean chunked = request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING);
        String length = request.headers().get(HttpHeaderNames.CONTENT_LENGTH);
        if (length == null && !chunked) {
            return true;
        }
        return !RequestTarget.isGetOrHead(request.method().name())
                && (length == null || (!chunked && length.length() <= MAX_LENGTH_DIGITS))
                && (isAllowedLate(request) || !isStreamed(request));
    }

    /** Returns whether the content of a request is passed on as it arrives, even if it has arrived with the head. */
    static boolean isStreamed(HttpRequest request) {
        return HttpUtil.isTransferEncodingChunked(request)
                || HttpUtil.getContentLength(request, 0L) > UploadReceiver.READ_AHEAD;
    }

    /** Returns whether the content of a request may arrive after its head. */
    static boolean isAllowedLate(HttpRequest request) {
        return METHODS_WITH_LATE_CONTENT.contains(request.method().name());
    }
}
