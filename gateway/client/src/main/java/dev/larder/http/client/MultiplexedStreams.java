package dev.larder.http.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one HTTP/2 connection that carry requests; hands them the frames of their origin. A fault of one request's
 * listener ends its stream, and harms no other request.
 */
final class MultiplexedStreams extends Http2FrameAdapter {

    private final Runnable onSettings;
    private final Runnable onGoAway;
    private final IntObjectMap<MultiplexedStream> streams = new IntObjectHashMap<>();
    private final Set<MultiplexedStream> receiving = new LinkedHashSet<>();

    MultiplexedStreams(Runnable onSettings, Runnable onGoAway) {
        this.onSettings = onSettings;
        this.onGoAway = onGoAway;
    }

    void add(MultiplexedStream stream) {
        streams.put(stream.id(), stream);
    }

    void remove(int id) {
        streams.remove(id);
    }

    @Nullable
    MultiplexedStream get(int id) {
        return streams.get(id);
    }

    boolean isEmpty() {
        return streams.isEmpty();
    }

    List<MultiplexedStream> all() {
        return List.copyOf(streams.values());
    }

    /** Whether a request beside this one has content. */
    boolean hasContentBeside(MultiplexedStream stream) {
        return streams.values().stream().anyMatch(other -> other != stream && other.hasContent());
    }

    /** Called when all frames of one read have been handed over. */
    void readComplete() {
        if (!receiving.isEmpty()) {
            List<MultiplexedStream> received = new ArrayList<>(receiving);
            receiving.clear();
            received.forEach(stream -> protect(stream, stream::received));
        }
    }

    void writable(int id) {
        MultiplexedStream stream = streams.get(id);
        if (stream != null) {
            protect(stream, stream::writable);
        }
    }

    private static void protect(MultiplexedStream stream, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException fault) {
            stream.fail(fault);
        }
    }

    @Override
    public void onHeadersRead(
            ChannelHandlerContext ctx,
            int id,
            Http2Headers headers,
            int dependency,
            short weight,
            boolean exclusive,
            int padding,
            boolean end) {
        MultiplexedStream stream = streams.get(id);
        if (stream != null) {
            receiving.add(stream);
            protect(stream, () -> stream.headers(headers, end));
        }
    }

    @Override
    public int onDataRead(ChannelHandlerContext ctx, int id, ByteBuf data, int padding, boolean end) {
        MultiplexedStream stream = streams.get(id);
        if (stream == null) {
            return data.readableBytes() + padding;
        }
        receiving.add(stream);
        try {
            return stream.data(data, padding, end);
        } catch (RuntimeException fault) {
            stream.fail(fault);
            return data.readableBytes() + padding;
        }
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext ctx, int id, long code) {
        MultiplexedStream stream = streams.get(id);
        if (stream != null && code == Http2Error.REFUSED_STREAM.code()) {
            stream.refused();
        } else if (stream != null) {
            stream.brokenOff();
        }
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings) {
        onSettings.run();
    }

    /** RFC 9113 6.8: the codec closes the streams that the origin has not processed. */
    @Override
    public void onGoAwayRead(ChannelHandlerContext ctx, int lastStream, long code, ByteBuf debugData) {
        onGoAway.run();
    }
}
