package dev.larder.http.client;

import io.netty.channel.Channel;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2LocalFlowController;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.Set;

/**
 * Configures the codec of a {@link MultiplexedConnection}. Content is held back by streams alone: the window of the connection
 * is refilled at once, so that a client that does not read delays no other one.
 */
final class MultiplexedConnectionBuilder
        extends AbstractHttp2ConnectionHandlerBuilder<MultiplexedConnection, MultiplexedConnectionBuilder> {

    /** Octets of an encoded head that end the connection, at least: a smaller one that is too large ends its stream alone. */
    private static final long MIN_GO_AWAY_SIZE = 256 * 1024;

    private static final long GO_AWAY_FACTOR = 8;

    /** RFC 7541 7.1.3: fields that must not be guessed by what their compression with other clients' fields yields. */
    private static final Set<String> SENSITIVE = Set.of("authorization", "cookie", "proxy-authorization");

    private static final float HALF = 0.5f;

    private final Channel channel;
    private final OriginClientSettings settings;
    private final ConnectionOwner pool;

    MultiplexedConnectionBuilder(Channel channel, OriginClientSettings settings, ConnectionOwner pool) {
        this.channel = channel;
        this.settings = settings;
        this.pool = pool;
        var connection = new DefaultHttp2Connection(false, 0);
        connection.local().flowController(new DefaultHttp2LocalFlowController(connection, HALF, true));
        connection(connection);
        initialSettings(new Http2Settings()
                .pushEnabled(false)
                .initialWindowSize(FlowControlledContent.WINDOW)
                .maxHeaderListSize(maxHeaderListSize(settings.maxHeaderSize())));
        headerSensitivityDetector((name, value) -> SENSITIVE.contains(name.toString()));
        gracefulShutdownTimeoutMillis(0);
        // Resets are limited by the frame guard, and by the requests that there are.
        decoderEnforceMaxRstFramesPerWindow(0, 0);
        encoderEnforceMaxRstFramesPerWindow(0, 0);
    }

    /** RFC 9113 6.5.2 counts 32 octets more for each field than {@link Http2HeadDecoder}, which has the last word. */
    private static long maxHeaderListSize(int maxHeaderSize) {
        return 2L * maxHeaderSize;
    }

    @Override
    protected MultiplexedConnection build() {
        return super.build();
    }

    @Override
    protected MultiplexedConnection build(
            Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings initialSettings) {
        return new LargeHeads(encoder, initialSettings).build();
    }

    /** Replaces the decoder: what Netty's own one configures ends the connection for a head that is 25 % too large. */
    private final class LargeHeads extends AbstractHttp2ConnectionHandlerBuilder<MultiplexedConnection, LargeHeads> {

        LargeHeads(Http2ConnectionEncoder encoder, Http2Settings initialSettings) {
            int maxHeaderSize = settings.maxHeaderSize();
            var heads = new DefaultHttp2HeadersDecoder(true, maxHeaderListSize(maxHeaderSize));
            initialSettings(initialSettings);
            gracefulShutdownTimeoutMillis(0);
            decoderEnforceMaxRstFramesPerWindow(0, 0);
            codec(
                    new DefaultHttp2ConnectionDecoder(
                            encoder.connection(), encoder, new DefaultHttp2FrameReader(heads)) {
                        @Override
                        protected long calculateMaxHeaderListSizeGoAway(long maxHeaderListSize) {
                            return Math.max(MIN_GO_AWAY_SIZE, GO_AWAY_FACTOR * maxHeaderSize);
                        }
                    },
                    encoder);
        }

        @Override
        protected MultiplexedConnection build() {
            return super.build();
        }

        @Override
        protected MultiplexedConnection build(
                Http2ConnectionDecoder decoder, Http2ConnectionEncoder encoder, Http2Settings initialSettings) {
            return new MultiplexedConnection(decoder, encoder, initialSettings, channel, settings, pool);
        }
    }
}
