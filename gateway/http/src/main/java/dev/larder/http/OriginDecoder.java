package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.util.AsciiString;
import java.util.List;

/**
 * Netty's HTTP/1.1 response decoder, which reports to a {@link ResponseReceiver} after each read whether bytes remain
 * that belong to no message: surplus after a Content-Length that was too short (RFC 9112 6.3). A message that must be
 * refused has a failed {@link HttpObject#decoderResult()}.
 */
public final class OriginDecoder extends HttpResponseDecoder {

    /** Longest piece of content that is passed on at once: as much as one read usually brings. */
    private static final int MAX_PIECE = 64 * 1024;

    private static final FieldNameCache NAMES = new FieldNameCache();

    private final ResponseReceiver receiver;
    private final LineFoldScanner folds = new LineFoldScanner();

    /**
     * Creates a decoder with all checks that Netty supports.
     *
     * @param maxInitialLineLength maximum octets of a status line
     * @param maxHeaderSize maximum octets of all field lines of a head, and of all trailers
     * @param receiver receiver of the decoded messages; it must follow in the pipeline
     */
    public OriginDecoder(int maxInitialLineLength, int maxHeaderSize, ResponseReceiver receiver) {
        this(
                ClientDecoder.strict(new HttpDecoderConfig()
                        .setMaxInitialLineLength(maxInitialLineLength)
                        .setMaxHeaderSize(maxHeaderSize)
                        .setMaxChunkSize(MAX_PIECE)),
                receiver);
    }

    OriginDecoder(HttpDecoderConfig config, ResponseReceiver receiver) {
        super(config);
        this.receiver = receiver;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf buffer, List<Object> out) throws Exception {
        int before = out.size();
        folds.before(buffer);
        super.decode(ctx, buffer, out);
        if (folds.findFoldedHead(out, before)) {
            ((HttpObject) out.get(before))
                    .setDecoderResult(DecoderResult.failure(new IllegalArgumentException("A field line is folded.")));
        }
        for (int i = before; i < out.size(); i++) {
            if (out.get(i) instanceof HttpResponse response
                    && response.decoderResult().isSuccess()
                    && isUnreadable(response)) {
                response.setDecoderResult(
                        DecoderResult.failure(new IllegalArgumentException("The head can be read in two ways.")));
            }
        }
    }

    /** RFC 9112 6.1, 7: the gateway accepts no coding but chunked; another major version may use another framing. */
    private static boolean isUnreadable(HttpResponse response) {
        if (response.protocolVersion().majorVersion() != 1) {
            return true;
        }
        if (!response.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            return false;
        }
        List<String> codings = response.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        return codings.size() > 1
                || codings.stream().anyMatch(coding -> !coding.trim().equalsIgnoreCase("chunked"));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
        super.channelRead(ctx, msg);
        receiver.decoded(actualReadableBytes() > 0);
    }

    /** RFC 9112 5.1: whitespace between field name and colon is removed; with anything else there it is no field line. */
    @Override
    protected AsciiString splitHeaderName(byte[] line, int start, int length) {
        int end = start + length;
        while (end < line.length && (line[end] == ' ' || line[end] == '\t')) {
            end++;
        }
        if (end == line.length || line[end] != ':') {
            throw new IllegalArgumentException("A field name is not followed by a colon.");
        }
        return NAMES.of(line, start, length);
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage msg) {
        return receiver.isAnswerToHead() || super.isContentAlwaysEmpty(msg);
    }
}
