package dev.larder.gateway.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponseDecoder;

/**
 * Netty's HTTP/1.1 response decoder, which tells {@link ResponseBoundary} after each read whether bytes are left that
 * belong to no message: surplus behind a Content-Length that was too short (RFC 9112 6.3).
 */
final class OriginDecoder extends HttpResponseDecoder {

    private final ResponseBoundary boundary;

    OriginDecoder(HttpDecoderConfig config, ResponseBoundary boundary) {
        super(config);
        this.boundary = boundary;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
        super.channelRead(ctx, msg);
        boundary.decoded(actualReadableBytes() > 0);
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage msg) {
        return boundary.answersHead() || super.isContentAlwaysEmpty(msg);
    }
}
