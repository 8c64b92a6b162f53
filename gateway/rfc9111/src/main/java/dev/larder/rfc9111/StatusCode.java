package dev.larder.rfc9111;

import java.util.Set;

/** RFC 9110 15: properties of status codes that matter to a cache. */
final class StatusCode {

    static final int NO_CONTENT = 204;
    static final int PARTIAL_CONTENT = 206;
    static final int NOT_MODIFIED = 304;
    static final int PRECONDITION_FAILED = 412;
    static final int RANGE_NOT_SATISFIABLE = 416;
    static final int BAD_GATEWAY = 502;
    static final int GATEWAY_TIMEOUT = 504;

    /** Final status codes whose caching requirements are implemented here (RFC 9111 5.2.2.3). */
    private static final Set<Integer> UNDERSTOOD = Set.of(
            200, 201, 202, 203, 204, 205, 300, 301, 302, 303, 307, 308, 400, 401, 402, 403, 404, 405, 406, 408, 409,
            410, 411, 413, 414, 415, 417, 421, 422, 426, 500, 501, 502, 503, 504, 505);

    private StatusCode() {}

    /** RFC 6585 3 to 6: "MUST NOT be stored by a cache". They are about one client or one connection. */
    static boolean isUnstorable(int status) {
        return switch (status) {
            case 428, 429, 431, 511 -> true;
            default -> false;
        };
    }

    /** RFC 9110 15.1, without 206, which is never stored. */
    static boolean isHeuristicallyCacheable(int status) {
        return switch (status) {
            case 200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501 -> true;
            default -> false;
        };
    }

    static boolean isUnderstood(int status) {
        return UNDERSTOOD.contains(status);
    }

    /** RFC 5861 4: "any situation that would result in a 500, 502, 503, or 504 HTTP response status code being returned". */
    static boolean isStaleIfErrorStatus(int status) {
        return switch (status) {
            case 500, 502, 503, 504 -> true;
            default -> false;
        };
    }

    static boolean isError(int status) {
        return status >= 400;
    }

    /** RFC 9110 15.5.5 and 15.5.11: whether the origin says that there is no such resource. */
    static boolean isNotFoundOrGone(int status) {
        return status == 404 || status == 410;
    }

    static boolean isInterim(int status) {
        return status < 200;
    }

    /** RFC 9110 6.4.1 and 8.6: whether the response has no content and no Content-Length. */
    static boolean isWithoutContent(int status) {
        return isInterim(status) || status == NO_CONTENT || status == NOT_MODIFIED;
    }
}
