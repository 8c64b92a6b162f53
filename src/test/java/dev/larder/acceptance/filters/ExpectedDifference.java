package dev.larder.acceptance.filters;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A difference that is meant.
 *
 * @param where case, place, conversation, aspect
 * @param found what is seen with Larder
 * @param reason why
 */
record ExpectedDifference(Pattern where, Pattern found, String reason) {

    private static final String CACHED = "/(FIRST|AFTER)/";

    private static final String WRITTEN = "(fieldThenLast|logsContent|measuresWritten)";
    private static final String MODIFIED = "(Modify|RemoveJson|grows|noLength|reads).*";

    private static final List<ExpectedDifference> ALL = List.of(
            of(
                    ".*/(hang-up|post-hang-up|torn|torn-chunked|slow)/(status|content|fields)",
                    "50[24]|.*\"title\":\"(Bad Gateway|Gateway Timeout)\".*|.*content-type: application/problem\\+json.*",
                    "the failure of an origin that nothing handles has problem details: 502, or 504 if it is late"),
            of(
                    ".*/hang-up/origin",
                    ".*hangup.*hangup.*",
                    "a GET is sent once more on a new connection (RFC 9112 9.3.1)"),
            of("CircuitBreaker-route/.*hang-up/origin", ".*java.io.IOException.*", "the exception has another type"),
            of(".*/torn-chunked/(status|content)", "\\d+ broken|", "Gateway ends what is reset as if it were whole"),
            of(
                    MODIFIED + CACHED + "torn/(status|content)",
                    "200 broken|",
                    "Gateway delimits content by the end of the connection, so that a part seems whole"),
            of(".*" + CACHED + ".*/framing", ".*", "the cache frames what it sends"),
            of(".*" + CACHED + "post-nothing/origin", ".* content-length: 0;.*", "no content is announced as such"),
            of("LocalResponseCache/.*", ".*", "which stores after the response has ended: a matter of time"),
            of(
                    "(Modify|RemoveJson).*" + CACHED + ".*/fields",
                    "content-type: application/json",
                    "an error page has no fields of the response in whose place it is"),
            of("Modify.*" + CACHED + "head/fields", ".*content-type: .*", "HEAD has the fields of what is stored"),
            of("RemoveJson.*" + CACHED + "empty/fields", "[^;]*", "no type is added where there is no content"),
            of(
                    "errorBehind" + CACHED + ".*/(content|fields)",
                    ".*(problem|title).*",
                    "it is told with problem details"),
            of(
                    "errorWritten" + CACHED + ".*/(status|content)",
                    ".*",
                    "how much is sent before the error is a matter of time"),
            of(
                    "errorAfter" + CACHED + "chunked-again/(hit|origin)",
                    "no hit|\\[]",
                    "the error page does not tell of the hit"),
            of(
                    "(ModifyResponse|RemoveJson).*" + CACHED + "chunked-again/(hit|origin)",
                    "no hit|\\[]",
                    "what a filter refuses to read is given up, and stored only if it has arrived by then"),
            of(
                    "callsTwice" + CACHED + ".*/origin",
                    ".*callsTwice.*callsTwice.*",
                    "each call of the chain is a request"),
            of(
                    "retries" + CACHED + "hang-up/.*",
                    ".*",
                    "each attempt is a request; Gateway believes the second one to be sent, and answers nothing"),
            of(".*Behind" + CACHED + ".*again/notes", "\\[]", "filters behind the cache do not run for hits"),
            of(WRITTEN + CACHED + "(head|empty)/notes", ".*", "what has no content is complete with its head"),
            of(
                    WRITTEN + CACHED + "torn.*/notes",
                    ".*",
                    "differs: content that breaks off ends the connection, and is no error to filters before the cache"),
            of(
                    "(readsConnection|readsClientResponse|readsClientResponseThen|readsAttributes)" + CACHED
                            + ".*/fields",
                    ".*(none|null).*",
                    "differs: what Gateway's client leaves in the exchange is found behind the cache alone"),
            of(
                    "(ModifyRequestBody|replacesContentByChunks)/.*/origin",
                    ".*transfer-encoding: chunked;.*} ]",
                    "differs: the filter announces chunks for GET, and Gateway's client sends none if there is no content"),
            of(
                    "(ModifyRequestBody|replacesContentByChunks)" + CACHED + ".*/hit",
                    ".*",
                    "the filter announces content for GET too, and responses to GET with content are not stored"),
            of(
                    "(error|throws|answers|calls|RedirectTo|RequestHeaderSize-refusal).*" + CACHED + ".*/hit",
                    ".*",
                    "the cache is not asked: the filter answers, or fails"),
            of(
                    "(cookie|field|target)Behind" + CACHED + ".*/hit",
                    ".*",
                    "what is changed behind the cache is not stored"),
            of("getToPost" + CACHED + ".*/hit", ".*", "the response to a POST is stored if it says so"));

    private static ExpectedDifference of(String where, String found, String reason) {
        return new ExpectedDifference(Pattern.compile(where), Pattern.compile(found, Pattern.DOTALL), reason);
    }

    static boolean explains(FilterDifference difference) {
        return ALL.stream()
                .anyMatch(expected -> expected.where.matcher(difference.where()).matches()
                        && expected.found.matcher(difference.found()).matches());
    }
}
