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
 * Netty's HTTP/1.1 request decoder, made strict where Netty is lenient (RFC 9112 3, 5.2, 6.1, 7.1): one blank between
 * the parts of the request line, the version in capitals, one Content-Length in HTTP/1.0, and the checks of
 * {@link RequestSyntaxScanner}. It reads nothing after malformed input.
 */
final class ClientDecoder extends HttpRequestDecoder {

    private static final String NAME = "HTTP/";
    private static final FieldNameCache NAMES = new FieldNameCache();

    private final RequestSyntaxScanner lines = new RequestSyntaxScanner();
    private final ClientEncoder encoder;
    private boolean ignoring;
    private int lengths;

    ClientDecoder(HttpDecoderConfig config, ClientEncoder encoder) {
        super(config);
        this.encoder = encoder;
    }

    /** Returns these limits with all checks that Netty supports, whatever system properties say. */
    static HttpDecoderConfig strict(HttpDecoderSpec<?> limits) {
        return strict(new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.maxInitialLineLength())
                .setMaxHeaderSize(limits.maxHeaderSize())
                .setInitialBufferSize(limits.initialBufferSize())
                .setAllowPartialChunks(limits.allowPartialChunks()));
    }

    /** Switches on all checks that Netty supports, and returns the same limits. */
    static HttpDecoderConfig strict(HttpDecoderConfig limits) {
        return limits.setStrictLineParsing(true).setUseRfc9112TransferEncoding(true);
    }

    /** Ignores all that follows: it belongs to no request. */
    void ignoreRest() {
        ignoring = true;
    }

    /** Whether it has octets that are not decoded into a message yet; it consumes the lines of a head one by one. */
    boolean hasUndecodedOctets() {
        return actualReadableBytes() > 0 || lines.isInHead();
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf buffer, List<Object> out) throws Exception {
        if (ignoring || !lines.areGood(buffer)) {
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
                encoder.asked(request);
                lengths = 0;
            }
            ignoring |=
                    message instanceof HttpObject part && part.decoderResult().isFailure();
        }
    }

    /** Reports malformed input once and ignores everything after it. */
    private void refuse(ByteBuf buffer, List<Object> out) {
        buffer.skipBytes(buffer.readableBytes());
        if (!ignoring) {
            ignoring = true;
            HttpObject part = lines.isHeadExpected() ? createInvalidMessage() : new DefaultLastHttpContent();
            part.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("The request is malformed.")));
            out.add(part);
        }
    }

    /** A malformed message has no end. */
    @Override
    protected void decodeLast(ChannelHandlerContext ctx, ByteBuf buffer, List<Object> out) throws Exception {
        if (!ignoring) {
            super.decodeLast(ctx, buffer, out);
        }
    }

    @Override
    protected String splitSecondWordInitialLine(byte[] line, int start, int length) {
        requireOneBlankBefore(line, start);
        requireNoControls(line, start, start + length);
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

    /** Of several lengths in HTTP/1.0, Netty takes the first one. */
    @Override
    protected AsciiString splitHeaderName(byte[] line, int start, int length) {
        AsciiString name = NAMES.of(line, start, length);
        if (HttpHeaderNames.CONTENT_LENGTH.contentEqualsIgnoreCase(name)) {
            if (++lengths > 1) {
                throw new IllegalArgumentException("The head has two lengths.");
            }
        }
        return name;
    }

    /** The refusal must be the same whether the line arrives whole or in parts, of which {@link RequestSyntaxScanner} sees the first. */
    private static void requireNoControls(byte[] line, int start, int end) {
        for (int i = start; i < end; i++) {
            if (FieldLines.isControl(line[i])) {
                throw new IllegalArgumentException("The target has a control character.");
            }
        }
    }

    /** Requires one blank after a word, and rejects control characters that Netty accepts as blanks. */
    private static void requireOneBlankBefore(byte[] line, int start) {
        if (start < 2 || line[start - 1] != ' ' || Byte.toUnsignedInt(line[start - 2]) <= ' ') {
            throw new IllegalArgumentException("The parts of the request line are not parted by one blank.");
        }
    }
}
