package dev.larder.soak.traffic;

import dev.larder.soak.origin.ResourceKind;
import dev.larder.soak.origin.VersionedContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A client that waits for its answers and looks at each. Used by one thread. */
final class SoakClient implements AutoCloseable {

    private static final int FIRST_ERROR = 400;
    private static final byte[] NOTHING = new byte[0];

    private final TrafficContext context;
    private final SoakConnection connection;

    SoakClient(TrafficContext context) {
        this.context = context;
        this.connection = new SoakConnection(context.gateway());
    }

    /** Reads; the answer, if there was one without error. */
    Optional<SoakResponse> read(ResourceKind kind, Object name) {
        return read(kind, name, "agent", "");
    }

    /** The same as that user agent and that user. */
    Optional<SoakResponse> read(ResourceKind kind, Object name, String agent, String user) {
        var path = kind.path(name);
        var least = context.origin().site().least(path);
        var reply = ask(new SoakRequest("GET", path, agent, user), NOTHING);
        reply.flatMap(answer -> VersionedContent.fault(
                        answer.content(),
                        kind.key(path, agent, user),
                        least,
                        context.origin().site().version(path)))
                .ifPresent(fault -> context.account().wrong("GET " + path + ": " + fault));
        return reply;
    }

    /** Writes, and remembers what readers must see from then on. */
    void write(ResourceKind kind, Object name) {
        var path = kind.path(name);
        ask(new SoakRequest("PUT", path, "agent", ""), "written".getBytes(StandardCharsets.US_ASCII))
                .ifPresent(reply -> context.origin()
                        .site()
                        .acknowledge(path, Long.parseLong(new String(reply.content(), StandardCharsets.US_ASCII))));
    }

    private Optional<SoakResponse> ask(SoakRequest ask, byte[] content) {
        var begun = System.nanoTime();
        try {
            var reply = connection.ask(ask, content);
            if (reply.status() < FIRST_ERROR) {
                context.account().answered(reply.isHit());
                return Optional.of(reply);
            }
            count(begun, ask, "status " + reply.status() + " " + reply.cacheStatus());
        } catch (IOException e) {
            count(begun, ask, e.toString());
        }
        return Optional.empty();
    }

    private void count(long begun, SoakRequest ask, String what) {
        if (context.mayHaveFailedAtOrigin(begun)) {
            context.account().excused();
        } else {
            context.account().failed(ask.method() + " " + ask.target() + ": " + what);
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
