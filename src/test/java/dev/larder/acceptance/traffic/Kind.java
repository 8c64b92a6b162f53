package dev.larder.acceptance.traffic;

import dev.larder.acceptance.kit.Received;
import dev.larder.acceptance.kit.Script;

/** What the origin says of a resource. */
enum Kind {
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

    Kind(String cacheControl, int maxAge) {
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
    Script answer(Received request, String date) {
        String content = (request.path() + request.fields().get("Accept-Language") + " ").repeat(20);
        return switch (this) {
            case PLAIN, VALIDATED ->
                request.fields().has("If-None-Match")
                        ? Script.status(304, "Date", date, "ETag", "\"1\"", "Cache-Control", cacheControl)
                        : Script.ok(content, "Date", date, "ETag", "\"1\"", "Cache-Control", cacheControl);
            case VARYING -> Script.ok(content, "Date", date, "Vary", "Accept-Language", "Cache-Control", cacheControl);
            default -> Script.ok(content, "Date", date, "Cache-Control", cacheControl);
        };
    }
}
