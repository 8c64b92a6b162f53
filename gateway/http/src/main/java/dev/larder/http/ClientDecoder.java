package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.util.AsciiString;
import java.util.List;
import reactor.netty.http.HttpDecoderSpec;

/**
 * Netty's HTTP/1.1 request decoder, stricter where it is lenient (RFC 9112 3, 5.2, 6.1, 7.1): one blank between the parts of
 * the request line, the version in capitals, one Content-Length in HTTP/1.0, and what {@link RequestSyntaxScanner} finds. It reads
 * nothing behind what is malformed.
 */
final class ClientDecoder extends HttpRequestDecoder {

    private static final String NAME = "HTTP/";

    private final RequestSyntaxScanner lines = new RequestSyntaxScanner();
    private final ClientEncoder encoder;
    private boolean malformed;
    private int lengths;

    ClientDecoder(HttpDecoderConfig config, ClientEncoder encoder) {
        super(config);
        this.encoder = encoder;
    }

    /** The limits of a server or client, and what Netty can refuse by itself, whatever system properties say. */
    static HttpDecoderConfig strict(HttpDecoderSpec<?> limits) {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.maxInitialLineLength())
                .setMaxHeaderSize(limits.maxHeaderSize())
                .setInitialBufferSize(limits.initialBufferSize())
                .setAllowPartialChunks(limits.allowPartialChunks())
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true);
    }

    /** Whether there are octets that it has not made a message of yet; lines of a head it consumes one by one. */
    boolean holdsOctets() {
        return actualReadableBytes() > 0 || lines.inHead();
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf buffer, List<Object> out) throws Exception {
        if (malformed || !lines.areGood(buffer)) {
            refuse(buffer, out);
            return;
        }
        int before = out.size();
        int from = buffer.readerIndex();
        super.decode(ctx, buffer, out);
        List<Object> decoded = out.subList(before, out.size());
        lines.decoded(decoded, buffer.readerIndex() - from);
        for (Object message : decoded) {
            if (message instanceof HttpRequest request) {
                encoder.asked(request.method());
                lengths = 0;
            }
            malformed |=
                    message instanceof HttpObject part && part.decoderResult().isFailure();
        }
    }

    /** Tells of what is malformed once; whatever comes after it is nothing. */
    private void refuse(ByteBuf buffer, List<Object> out) {
        buffer.skipBytes(buffer.readableBytes());
        if (!malformed) {
            malformed = true;
            HttpObject part = lines.expectsHead() ? createInvalidMessage() : new DefaultLastHttpContent();
            part.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("The request is malformed.")));
            out.add(part);
        }
    }

    /** Of a message that is malformed no end is told. */
    @Override
    protected void decodeLast(ChannelHandlerContext ctx, ByteBuf buffer, List<Object> out) throws Exception {
        if (!malformed) {
            super.decodeLast(ctx, buffer, out);
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
        String version = super.splitThirdWordInitialLine(line, start, length);
        if (!version.startsWith(NAME)) {
            throw new IllegalArgumentException("The version is not in capitals.");
        }
        return version;
    }

    /** Of several lengths Netty takes the first one in HTTP/1.0. */
    @Override
    protected AsciiString splitHeaderName(byte[] line, int start, int length) {
        AsciiString name = super.splitHeaderName(line, start, length);
        if (HttpHeaderNames.CONTENT_LENGTH.contentEqualsIgnoreCase(name)) {
            if (++lengths > 1) {
                throw new IllegalArgumentException("The head has two lengths.");
            }
        }
        return name;
    }

    /** Behind a word, and no control that Netty takes for another blank. */
    private static void requireOneBlankBefore(byte[] line, int start) {
        if (start < 2 || line[start - 1] != ' ' || Byte.toUnsignedInt(line[start - 2]) <= ' ') {
            throw new IllegalArgumentException("The parts of the request line are not parted by one blank.");
        }
    }
}
