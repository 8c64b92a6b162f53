package dev.larder.gateway.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Netty's HTTP/1.1 request decoder, stricter where it is lenient (RFC 9112 3, 5.2, 6.1): one blank between the parts of
 * the request line, the version in capitals, no folded lines, no Content-Length beside Transfer-Encoding.
 */
final class ClientDecoder extends HttpRequestDecoder {

    private static final byte[] NAME = "HTTP/".getBytes(StandardCharsets.US_ASCII);

    private final FoldScanner folds = new FoldScanner();
    private final ClientEncoder encoder;
    private boolean ambiguous;

    ClientDecoder(HttpDecoderConfig config, ClientEncoder encoder) {
        super(config);
        this.encoder = encoder;
    }

    /** Whether there are octets that it has not made a message of yet; lines of a head it consumes one by one. */
    boolean holdsOctets() {
        return actualReadableBytes() > 0 || folds.inHead();
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf buffer, List<Object> out) throws Exception {
        int before = out.size();
        folds.before(buffer);
        super.decode(ctx, buffer, out);
        boolean folded = folds.after(out, before);
        for (Object message : out.subList(before, out.size())) {
            if (message instanceof HttpRequest request) {
                encoder.asked(request.method());
                refuseIf(folded || ambiguous, request);
                ambiguous = false;
            }
        }
    }

    @Override
    protected String splitSecondWordInitialLine(byte[] line, int start, int length) {
        requireOneBlankBefore(line, start);
        return super.splitSecondWordInitialLine(line, start, length);
    }

    @Override
    protected String splitThirdWordInitialLine(byte[] line, int start, int length) {
        requireOneBlankBefore(line, start);
        if (length < NAME.length || !Arrays.equals(line, start, start + NAME.length, NAME, 0, NAME.length)) {
            throw new IllegalArgumentException("The version is not in capitals.");
        }
        return super.splitThirdWordInitialLine(line, start, length);
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        ambiguous = true;
        super.handleTransferEncodingChunkedWithContentLength(message);
    }

    private static void requireOneBlankBefore(byte[] line, int start) {
        if (start < 2 || line[start - 1] != ' ' || line[start - 2] == ' ' || line[start - 2] == '\t') {
            throw new IllegalArgumentException("The parts of the request line are not parted by one blank.");
        }
    }

    private static void refuseIf(boolean refused, HttpRequest request) {
        if (refused && request.decoderResult().isSuccess()) {
            request.setDecoderResult(
                    DecoderResult.failure(new IllegalArgumentException("The head can be read in two ways.")));
        }
    }
}
