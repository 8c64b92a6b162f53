package dev.larder.http.client;

import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2Error;
import java.util.function.IntConsumer;

/** What the streams of one HTTP/2 connection share. Called on the event loop of the connection only. */
final class StreamContext {

    /**
     * Streams that this side resets before it uses the connection no more. Netty's servers end a connection after 200 of them
     * within 30 s, and with it the requests of other clients.
     */
    static final int MAX_RESETS = 100;

    private final FlowControlledContent content;
    private final OriginClientSettings settings;
    private final ConnectionOwner pool;
    private final IntConsumer onLeave;
    private final Runnable onRetire;
    private boolean answered;
    private long reads;
    private int resets;

    /**
     * Creates the context of a connection that has not been used.
     *
     * @param onLeave receives the id of each stream that has no request any more
     * @param onRetire run when the connection should accept no more requests
     */
    StreamContext(
            FlowControlledContent content,
            OriginClientSettings settings,
            ConnectionOwner pool,
            IntConsumer onLeave,
            Runnable onRetire) {
        this.content = content;
        this.settings = settings;
        this.pool = pool;
        this.onLeave = onLeave;
        this.onRetire = onRetire;
    }

    FlowControlledContent content() {
        return content;
    }

    OriginClientSettings settings() {
        return settings;
    }

    Channel channel() {
        return content.context().channel();
    }

    long now() {
        return pool.now();
    }

    /** Returns how often something has been read. */
    long reads() {
        return reads;
    }

    /** Called when something has been read. */
    void onRead() {
        reads++;
    }

    /** Called when a response has arrived completely. */
    void onResponse() {
        answered = true;
    }

    boolean hasAnswered() {
        return answered;
    }

    /** Resets a stream, unless it is closed. */
    void reset(int id, Http2Error code) {
        if (content.reset(id, code) && ++resets == MAX_RESETS) {
            onRetire.run();
        }
    }

    /** Called when the origin has refused a request of this connection. */
    void onRefusal() {
        onRetire.run();
    }

    /** Called when a stream has no request any more. */
    void onLeave(int id) {
        onLeave.accept(id);
    }

    /** Sends a request again that this connection has not answered. */
    void repeat(PooledCall call) {
        call.disconnected();
        pool.ask(call);
    }
}
