package dev.larder.http.client;

import dev.larder.http.MalformedResponseException;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValidationUtil;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads heads and trailers of responses by HTTP/2. What is malformed (RFC 9113 8.1.1) is refused: uppercase names, fields about
 * the connection (8.2.2), other pseudo fields than one status (8.3.2), and what HTTP/1.1 would refuse too.
 */
final class Http2HeadDecoder {

    /** The length of content that is not announced. */
    static final long UNKNOWN_LENGTH = -1;

    private static final Set<String> CONNECTION_FIELDS =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "te");

    private static final String STATUS = ":status";
    private static final int STATUS_DIGITS = 3;
    private static final int LOWEST_STATUS = 100;
    private static final int HIGHEST_STATUS = 599;
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int LONGEST_LENGTH = 18;

    /** Octets of a field line of HTTP/1.1 beside its name and its value. */
    private static final int LINE_OVERHEAD = 4;

    private Http2HeadDecoder() {}

    /**
     * Returns the head of a response.
     *
     * @param maxSize maximum octets of its fields
     * @throws IOException if it is malformed or too large
     */
    static ResponseHead head(Http2Headers headers, int maxSize) throws IOException {
        List<CharSequence> statuses = headers.getAll(STATUS);
        int status = statuses.size() == 1 ? status(statuses.get(0)) : 0;
        if (status < LOWEST_STATUS || status > HIGHEST_STATUS || status == SWITCHING_PROTOCOLS) {
            throw malformed();
        }
        return new ResponseHead(status, fields(headers, maxSize, true));
    }

    /**
     * Returns a trailer section.
     *
     * @param maxSize maximum octets of its fields
     * @throws IOException if it is malformed or too large
     */
    static HeaderFields trailers(Http2Headers headers, int maxSize) throws IOException {
        return headers.isEmpty() ? HeaderFields.EMPTY : fields(headers, maxSize, false);
    }

    /**
     * Returns the length of the content that a header section announces, or {@link #UNKNOWN_LENGTH}.
     *
     * @throws IOException if it is not one number
     */
    static long length(Http2Headers headers) throws IOException {
        List<CharSequence> lengths = headers.getAll(HttpHeaderNames.CONTENT_LENGTH);
        if (lengths.isEmpty()) {
            return UNKNOWN_LENGTH;
        }
        String length = lengths.get(0).toString();
        if (lengths.size() > 1
                || length.isEmpty()
                || length.length() > LONGEST_LENGTH
                || !length.chars().allMatch(Http2HeadDecoder::isDigit)) {
            throw malformed();
        }
        return Long.parseLong(length);
    }

    static IOException malformed() {
        return new MalformedResponseException();
    }

    private static int status(CharSequence value) {
        String text = value.toString();
        return text.length() == STATUS_DIGITS && text.chars().allMatch(Http2HeadDecoder::isDigit)
                ? Integer.parseInt(text)
                : 0;
    }

    private static boolean isDigit(int octet) {
        return octet >= '0' && octet <= '9';
    }

    private static HeaderFields fields(Http2Headers headers, int maxSize, boolean head) throws IOException {
        var fields = HeaderFields.builder();
        long size = 0;
        for (Map.Entry<CharSequence, CharSequence> field : headers) {
            String name = field.getKey().toString();
            String value = field.getValue().toString();
            size += name.length() + value.length() + LINE_OVERHEAD;
            if (size > maxSize) {
                throw MalformedResponseException.tooLarge(null);
            }
            if (head && name.equals(STATUS)) {
                continue;
            }
            if (!isName(name) || !isValue(value)) {
                throw malformed();
            }
            fields.add(name, value);
        }
        return fields.build();
    }

    private static boolean isName(String name) {
        return !name.isEmpty()
                && HttpHeaderValidationUtil.validateToken(name) < 0
                && name.chars().noneMatch(octet -> octet >= 'A' && octet <= 'Z')
                && !CONNECTION_FIELDS.contains(name);
    }

    /** RFC 9113 8.2.1: no blank at the ends, no octet that delimits lines elsewhere. */
    private static boolean isValue(String value) {
        return RequestHeadEncoder.isValue(value)
                && (value.isEmpty() || !(isBlank(value.charAt(0)) || isBlank(value.charAt(value.length() - 1))));
    }

    private static boolean isBlank(char octet) {
        return octet == ' ' || octet == '\t';
    }
}
