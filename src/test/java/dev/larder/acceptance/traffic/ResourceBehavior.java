package dev.larder.acceptance.traffic;

import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ResponseScript;

/** What the origin says of a resource. */
enum ResourceBehavior {
    /** Fresh for a minute, and confirmed for ever. */
    PLAIN("max-age=60", 60),
    /** Soon stale, with nothing to validate it by. */
    SHORT("max-age=3", 3),
    /** One content for each language. */
    VARYING("max-age=60", 60),
    /** To be validated before each use. */
    VALIDATED("no-cache", 0),
    /** Never stored. */
    NO_STORE("no-store", 0),
    /** Never stored by a shared cache. */
    PRIVATE("private, max-age=60", 0);

    private final String cacheControl;
    private final int maxAge;

    ResourceBehavior(String cacheControl, int maxAge) {
        this.cacheControl = cacheControl;
        this.maxAge = maxAge;
    }

    /** Seconds for which it is fresh. */
    int maxAge() {
        return maxAge;
    }

    boolean stored() {
        return this != NO_STORE && this != PRIVATE;
    }

    /** What the origin answers. */
    ResponseScript answer(ReceivedRequest request, String date) {
        String content = (request.path() + request.fields().get("Accept-Language") + " ").repeat(20);
        return switch (this) {
            case PLAIN, VALIDATED ->
                request.fields().has("If-None-Match")
                        ? ResponseScript.status(304, "Date", date, "ETag", "\"1\"", "Cache-Control", cacheControl)
                        : ResponseScript.ok(content, "Date", date, "ETag", "\"1\"", "Cache-Control", cacheControl);
            case VARYING ->
                ResponseScript.ok(content, "Date", date, "Vary", "Accept-Language", "Cache-Control", cacheControl);
            default -> ResponseScript.ok(content, "Date", date, "Cache-Control", cacheControl);
        };
    }
}
