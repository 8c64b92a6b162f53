package dev.larder.gateway.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import tools.jackson.databind.json.JsonMapper;

/**
 * Items whose bodies say how often they were written, so that a client can tell a stale one. Every path exists, a write makes
 * the next version of its path and of the collection that it is in, and a body has the length that its reader asks for.
 *
 * <p>The versions of all paths share a table of fixed size: a version may rise because another path was written, and never
 * falls.
 */
final class VersionedItems {

    private static final int TABLE = 1 << 16;

    private final AtomicLongArray versions = new AtomicLongArray(TABLE);
    private final AtomicLong answers = new AtomicLong();
    private final Duration maxAge;

    VersionedItems(Duration maxAge) {
        this.maxAge = maxAge;
    }

    /** Answers any request; each answer has a number of its own, {@code Demo-Answer}. */
    DemoResponse handle(DemoRequest request, ItemRequest item, Instant now) {
        var response = item.hasValidParameters()
                ? respond(request, item, now)
                : DemoProblems.badRequest("size, max-age, expires and latency are numbers, and size at most "
                        + ItemRequest.MAX_SIZE + ".");
        return response.with("Demo-Answer", String.valueOf(answers.incrementAndGet()));
    }

    private DemoResponse respond(DemoRequest request, ItemRequest item, Instant now) {
        long version = versions.get(slot(item.path()));
        var validators = new RepresentationValidators("\"v" + version + "-" + item.size() + '"', Instant.MAX);
        var condition = validators.judge(request);
        if (condition.filter(status -> status == 412).isPresent()) {
            return DemoProblems.preconditionFailed(item.path());
        }
        return switch (request.method()) {
            case "GET", "HEAD" -> {
                var response = condition.isPresent()
                        ? DemoResponse.of(304)
                        : body(200, item.path(), version).padded(item.size());
                yield fresh(response.with("ETag", validators.entityTag()), item, now);
            }
            case "POST" ->
                item.id().isPresent()
                        ? body(200, item.path(), write(item))
                        : created(item.collection(), next(item.collection()));
            case "PUT", "DELETE" ->
                item.id().isPresent()
                        ? body(200, item.path(), write(item))
                        : DemoProblems.methodNotAllowed(request, "GET, HEAD, POST");
            default -> DemoProblems.methodNotAllowed(request, "GET, HEAD, POST, PUT, DELETE");
        };
    }

    private long write(ItemRequest item) {
        next(item.collection());
        return next(item.path());
    }

    private static DemoResponse created(String collection, long version) {
        return body(201, collection, version).with("Location", collection + "/" + version);
    }

    private static DemoResponse body(int status, String path, long version) {
        var members = new LinkedHashMap<String, Object>();
        members.put("version", version);
        members.put("path", path);
        return DemoResponse.of(status)
                .content("application/json", JsonMapper.shared().writeValueAsString(members) + "\n");
    }

    private DemoResponse fresh(DemoResponse response, ItemRequest item, Instant now) {
        var age = item.seconds("max-age");
        var expires = item.seconds("expires");
        var stated = response;
        if (expires.isPresent()) {
            stated = stated.with("Expires", DemoHttpDates.format(now.plusSeconds(expires.getAsLong())));
        }
        return age.isEmpty() && expires.isPresent()
                ? stated
                : stated.with("Cache-Control", "max-age=" + age.orElse(maxAge.toSeconds()));
    }

    private long next(String path) {
        return versions.incrementAndGet(slot(path));
    }

    private static int slot(String path) {
        int hash = path.hashCode();
        return (hash ^ hash >>> 16) & TABLE - 1;
    }
}
