package dev.larder.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Iterator;

/** Checks the length stated by a response (RFC 9112 6.2 and 6.3). */
final class ResponseLength {

    private ResponseLength() {}

    /**
     * Whether a head states at most one length, which is a number, and none beside a transfer coding. Repetitions of the same length
     * are merged.
     */
    static boolean isDefinite(HttpHeaders fields) {
        Iterator<String> lengths = fields.valueStringIterator(HttpHeaderNames.CONTENT_LENGTH);
        if (!lengths.hasNext()) {
            return true;
        }
        String length = lengths.next();
        if (!isNumber(length)) {
            return false;
        }
        boolean repeated = lengths.hasNext();
        while (lengths.hasNext()) {
            if (!lengths.next().equals(length)) {
                return false;
            }
        }
        if (repeated) {
            fields.set(HttpHeaderNames.CONTENT_LENGTH, length);
        }
        return !fields.contains(HttpHeaderNames.TRANSFER_ENCODING);
    }

    private static boolean isNumber(String length) {
        for (int i = 0; i < length.length(); i++) {
            if (!RequestHeadPolicy.isDigit(length.charAt(i))) {
                return false;
            }
        }
        return !length.isEmpty();
    }
}
