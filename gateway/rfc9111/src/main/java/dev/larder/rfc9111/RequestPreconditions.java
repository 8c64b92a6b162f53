package dev.larder.rfc9111;

import java.time.Instant;
import java.util.Optional;

/**
 * RFC 9110 13: the conditions of a request that a cache may evaluate against a stored response, in the order of 13.2.2.
 *
 * @param now only determines the century of two-digit years
 */
record RequestPreconditions(HeaderFields request, StoredResponse stored, Instant now) {

    /** Steps 3 and 4: If-None-Match, or else If-Modified-Since, is false. */
    boolean isNotModified() {
        Optional<IfNoneMatch> noneMatch = IfNoneMatch.of(request);
        if (noneMatch.isPresent()) {
            return noneMatch.get().matches(stored.entityTag());
        }
        return ifModifiedSince()
                .filter(since -> !modificationDate().isAfter(since))
                .isPresent();
    }

    /** RFC 9110 13.1.3: ignored if "the field value has more than one member", even if all of them are equal. */
    private Optional<Instant> ifModifiedSince() {
        return HttpDate.parse(request.combined("If-Modified-Since"), now);
    }

    /** Step 5: If-Range is absent or true, so that Range applies (RFC 9110 13.1.5). */
    boolean isRangeApplicable() {
        if (!request.contains("If-Range")) {
            return true;
        }
        String validator = request.combined("If-Range");
        Optional<EntityTag> tag = EntityTag.parse(validator);
        return tag.isPresent()
                ? stored.entityTag().filter(tag.get()::matchesStrongly).isPresent()
                : HttpDate.parse(validator, now)
                        .filter(this::isStrongModificationDate)
                        .isPresent();
    }

    /** RFC 9111 4.3.2: returns Last-Modified, or else Date. */
    private Instant modificationDate() {
        return stored.lastModified().orElseGet(stored::date);
    }

    /** RFC 9110 8.8.2.2: a Last-Modified is strong if Date shows that it is at least one second in the past. */
    private boolean isStrongModificationDate(Instant presented) {
        return stored.lastModified()
                .filter(presented::equals)
                .filter(modified -> stored.date().isAfter(modified))
                .isPresent();
    }
}
