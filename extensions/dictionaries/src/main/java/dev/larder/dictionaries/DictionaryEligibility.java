package dev.larder.dictionaries;

import dev.larder.gateway.describe.IrrelevantFields;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseDirectives;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.Vary;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Decides whether a response may be a dictionary, and be encoded with one. What one user alone may read must be neither: the size
 * of what is encoded tells about both (RFC 9842 9.2).
 */
final class DictionaryEligibility {

    private static final int OK = 200;
    private static final String SITE = "Sec-Fetch-Site";
    private static final String MODE = "Sec-Fetch-Mode";
    private static final String ALLOWED = "Access-Control-Allow-Origin";
    private static final List<String> SECRET = List.of("Cookie", "Authorization");

    /** What content is in, whoever asks. */
    private static final Set<String> OF_CONTENT = Set.of("accept-encoding", "available-dictionary");

    private DictionaryEligibility() {}

    /** Returns why the response to a request cannot have to do with dictionaries, whatever the response. */
    static Optional<DictionaryObstacle> ofRequest(RequestHead request, boolean secure) {
        if (!request.method().equals("GET")
                || MatchPattern.field(request.target().getRawPath()).isEmpty()) {
            return Optional.of(DictionaryObstacle.REQUEST);
        }
        if (request.fields().contains("Range")) {
            return Optional.of(DictionaryObstacle.RANGE);
        }
        return secure ? Optional.empty() : Optional.of(DictionaryObstacle.NOT_SECURE);
    }

    /**
     * Returns why a rule, if the route has a cache, makes its responses unfit.
     *
     * @param filtered names of the fields that filters have set in the request, and that are part of its key
     */
    static Optional<DictionaryObstacle> ofRule(Optional<RequestRule> rule, Set<String> filtered) {
        if (rule.isEmpty() || rule.get().handling().dryRun()) {
            return Optional.of(DictionaryObstacle.NOT_CACHED);
        }
        KeySettings key = rule.get().key();
        boolean plain = key.fields().isEmpty()
                && key.cookies().isEmpty()
                && key.user().isEmpty()
                && key.content().isEmpty()
                && filtered.stream().noneMatch(IrrelevantFields::mayIdentifyUser);
        return plain ? Optional.empty() : Optional.of(DictionaryObstacle.KEYED);
    }

    /** Returns why a response to a request is neither a dictionary nor encoded with one. */
    static Optional<DictionaryObstacle> ofResponse(
            RequestHead request, ResponseHead response, DictionaryLimits limits) {
        HeaderFields fields = response.fields();
        if (response.status() != OK) {
            return Optional.of(DictionaryObstacle.STATUS);
        }
        if (fields.contains("Content-Encoding")) {
            return Optional.of(DictionaryObstacle.CODED);
        }
        if (!limits.allowsLength(length(fields).orElse(-1))) {
            return Optional.of(DictionaryObstacle.LENGTH);
        }
        return ofSecrecy(request, fields);
    }

    private static Optional<DictionaryObstacle> ofSecrecy(RequestHead request, HeaderFields fields) {
        ResponseDirectives directives = ResponseDirectives.of(fields);
        if (directives.isNoStore() || directives.isPrivate() || fields.contains("Set-Cookie")) {
            return Optional.of(DictionaryObstacle.PRIVATE);
        }
        boolean credentials = SECRET.stream().anyMatch(request.fields()::contains);
        if (credentials && !directives.isForSharedCaches()) {
            return Optional.of(DictionaryObstacle.CREDENTIALS);
        }
        if (ResponseDirectives.hasNoTransform(fields)) {
            return Optional.of(DictionaryObstacle.NO_TRANSFORM);
        }
        if (Vary.of(fields)
                .filter(vary -> vary.names().stream()
                        .noneMatch(name -> IrrelevantFields.mayIdentifyUser(name) && !OF_CONTENT.contains(name)))
                .isEmpty()) {
            return Optional.of(DictionaryObstacle.VARY);
        }
        return mayRead(request.fields(), fields) ? Optional.empty() : Optional.of(DictionaryObstacle.CROSS_ORIGIN);
    }

    static OptionalLong length(HeaderFields fields) {
        List<String> lengths = fields.values("Content-Length");
        return lengths.size() == 1 && lengths.get(0).matches("[0-9]{1,18}")
                ? OptionalLong.of(Long.parseLong(lengths.get(0)))
                : OptionalLong.empty();
    }

    /** RFC 9842 9.3.3: whether the client may read the response, as far as browsers tell where a request comes from. */
    private static boolean mayRead(HeaderFields request, HeaderFields response) {
        if (!request.contains(SITE) || request.values(SITE).equals(List.of("same-origin")) || !request.contains(MODE)) {
            return true;
        }
        String mode = request.combined(MODE);
        if (mode.equals("navigate") || mode.equals("same-origin")) {
            return true;
        }
        List<String> allowed = response.values(ALLOWED);
        return mode.equals("cors")
                && allowed.size() == 1
                && request.contains("Origin")
                && (allowed.get(0).equals("*") || request.values("Origin").equals(allowed));
    }
}
