package dev.larder.rfc9111;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * RFC 9111 3.3: a 206 without a strong validator is stored only for the exact range of its request. Range then is one of its
 * selecting fields, so that no request without that Range can be answered with it. It is never combined, cut or validated. Those
 * with a strong validator belong to a {@link SlicedRepresentation}.
 */
final class PartialResponse {

    static final String RANGE = "range";

    /** In place of a Range that a request can have: no field contains this character. */
    static final String SLICES = "\0slices";

    private PartialResponse() {}

    /** Whether the 206 answers a request for one range, encloses all of it, and has explicit freshness. */
    static boolean isStorable(RequestHead request, ResponseHead response, Freshness freshness) {
        if (!request.isGet() || request.fields().contains("If-Range") || isMultipartByteRanges(response)) {
            return false;
        }
        return freshness.basis() == Freshness.Basis.EXPLICIT
                && !freshness.lifetime().isZero()
                && ContentRange.of(response.fields())
                        .filter(enclosed -> containsRequestedRange(enclosed, request))
                        .isPresent();
    }

    /** Whether parts of a response, seen as a 200, may be stored: its freshness is stated, and it need not be validated each time. */
    static boolean mayStorePartsOf(ResponseHead whole, CachePolicy policy, ReceptionTimes when) {
        ResponseDirectives directives = ResponseDirectives.of(whole.fields());
        Freshness freshness = Freshness.of(whole, directives, policy, when.wall());
        boolean stated = freshness.basis() == Freshness.Basis.EXPLICIT || freshness.basis() == Freshness.Basis.RULE;
        return stated && !freshness.lifetime().isZero() && !directives.isNoCache();
    }

    /** Returns the selecting fields of a response with Range added. */
    static Map<String, String> varyKey(Map<String, String> key, RequestHead request) {
        Map<String, String> withRange = new TreeMap<>(key);
        withRange.put(
                RANGE,
                SelectingField.normalised(RANGE, request.fields().values(RANGE)).orElse(Vary.ABSENT));
        return withRange;
    }

    /** Whether a request can be answered with a partial response. */
    static boolean mayAnswer(RequestHead request) {
        return request.isGet()
                && request.fields().contains(RANGE)
                && !request.fields().contains("If-Range");
    }

    /** RFC 9111 3.3: the request "is partial and specifies a range wholly within the incomplete response". */
    private static boolean containsRequestedRange(ContentRange enclosed, RequestHead request) {
        List<ByteRange> asked =
                ByteRanges.of(request.fields(), enclosed.completeLength()).orElse(List.of());
        return asked.size() == 1
                && enclosed.range().first() <= asked.get(0).first()
                && asked.get(0).last() <= enclosed.range().last();
    }

    static boolean isMultipartByteRanges(ResponseHead response) {
        Optional<String> type = response.fields().first("Content-Type");
        return type.filter(value -> value.strip().toLowerCase(Locale.ROOT).startsWith("multipart/byteranges"))
                .isPresent();
    }
}
