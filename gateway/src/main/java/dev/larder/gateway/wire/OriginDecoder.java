package dev.larder.gateway.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.util.AsciiString;

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

    /** RFC 9112 5.1: whitespace between field name and colon is removed; anything else there is no field line. */
    @Override
    protected AsciiString splitHeaderName(byte[] line, int start, int length) {
        int end = start + length;
        while (end < line.length && (line[end] == ' ' || line[end] == '\t')) {
            end++;
        }
        if (end == line.length || line[end] != ':') {
            throw new IllegalArgumentException("A field name is not followed by a colon.");
        }
        return super.splitHeaderName(line, start, length);
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage msg) {
        return boundary.answersHead() || super.isContentAlwaysEmpty(msg);
    }
}
