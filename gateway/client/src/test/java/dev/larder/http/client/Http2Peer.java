package dev.larder.http.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** An origin's end of an HTTP/2 connection, written octet by octet so that it can be wrong in any way. */
final class Http2Peer {

    static final int END_STREAM = Http2Flags.END_STREAM;
    static final int END_HEADERS = Http2Flags.END_HEADERS;
    static final int MAX_CONCURRENT_STREAMS = 3;
    static final int INITIAL_WINDOW_SIZE = 4;

    private static final int HEADER = 9;

    private final LoopbackOrigin.Peer peer;
    private final DataInputStream in;
    private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false);

    /** A received frame. */
    record Frame(int type, int flags, int stream, byte[] payload) {

        String text() {
            return new String(payload, StandardCharsets.ISO_8859_1);
        }

        boolean endsStream() {
            return (flags & END_STREAM) != 0;
        }

        int number(int at) {
            return Unpooled.wrappedBuffer(payload).getInt(at);
        }
    }

    private Http2Peer(LoopbackOrigin.Peer peer) throws IOException {
        this.peer = peer;
        this.in = new DataInputStream(peer.socket().getInputStream());
    }

    /** Accepts a connection by TLS, and selects HTTP/2. */
    static Http2Peer select(LoopbackOrigin origin) throws IOException {
        LoopbackOrigin.Peer accepted = origin.accept();
        var socket = (SSLSocket) accepted.socket();
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        var selected = new Http2Peer(accepted);
        selected.in.readFully(new byte[Http2CodecUtil.connectionPrefaceBuf().readableBytes()]);
        return selected;
    }

    /** Accepts a connection, and tells settings: pairs of an identifier and a value. */
    static Http2Peer accept(LoopbackOrigin origin, int... settings) throws IOException {
        Http2Peer accepted = select(origin);
        accepted.settings(settings);
        accepted.send(Http2FrameTypes.SETTINGS, Http2Flags.ACK, 0, new byte[0]);
        return accepted;
    }

    LoopbackOrigin.Peer connection() {
        return peer;
    }

    Frame read() throws IOException {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        var payload = new byte[length];
        in.readFully(payload);
        return new Frame(type, flags, stream, payload);
    }

    /** Returns the next frame of a type; others are ignored. */
    Frame read(int type) throws IOException {
        Frame frame = read();
        while (frame.type() != type) {
            frame = read();
        }
        return frame;
    }

    /** Returns the content of the next frames of DATA, up to the end of the stream. */
    String readContent() throws IOException {
        var content = new StringBuilder();
        Frame frame = read(Http2FrameTypes.DATA);
        content.append(frame.text());
        while (!frame.endsStream()) {
            frame = read(Http2FrameTypes.DATA);
            content.append(frame.text());
        }
        return content.toString();
    }

    /** Returns the stream of the next request. */
    int readRequest() throws IOException {
        Frame frame = read(Http2FrameTypes.HEADERS);
        fields(frame);
        return frame.stream();
    }

    /** Returns the fields of the next header section. */
    List<String> readFields() throws IOException {
        return fields(read(Http2FrameTypes.HEADERS));
    }

    List<String> fields(Frame frame) throws IOException {
        ByteBuf block = Unpooled.wrappedBuffer(frame.payload());
        List<String> fields = new ArrayList<>();
        try {
            Http2Headers headers = decoder.decodeHeaders(frame.stream(), block);
            headers.forEach(field -> fields.add(field.getKey() + ": " + field.getValue()));
        } catch (Http2Exception malformed) {
            throw new IOException(malformed);
        }
        return fields;
    }

    /** Waits until the client has ended the connection; returns the code of its GOAWAY, or -1. */
    int awaitEnd() {
        int code = -1;
        try {
            while (true) {
                Frame frame = read();
                code = frame.type() == Http2FrameTypes.GO_AWAY ? frame.number(Integer.BYTES) : code;
            }
        } catch (IOException ended) {
            return code;
        }
    }

    void send(int type, int flags, int stream, byte[] payload) throws IOException {
        peer.send(frame(type, flags, stream, payload));
    }

    static byte[] frame(int type, int flags, int stream, byte... payload) {
        var octets = new ByteArrayOutputStream(HEADER + payload.length);
        try (var out = new DataOutputStream(octets)) {
            out.writeByte(payload.length >> 16);
            out.writeShort(payload.length);
            out.writeByte(type);
            out.writeByte(flags);
            out.writeInt(stream);
            out.write(payload);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return octets.toByteArray();
    }

    void settings(int... settings) throws IOException {
        ByteBuf payload = Unpooled.buffer();
        for (int i = 0; i < settings.length; i += 2) {
            payload.writeShort(settings[i]).writeInt(settings[i + 1]);
        }
        send(Http2FrameTypes.SETTINGS, 0, 0, octets(payload));
    }

    /** Encodes fields as literals that are not indexed (RFC 7541 6.2.2): names and values by turns. */
    static byte[] block(String... fields) {
        var block = new ByteArrayOutputStream();
        for (int i = 0; i < fields.length; i++) {
            if (i % 2 == 0) {
                block.write(0);
            }
            byte[] text = fields[i].getBytes(StandardCharsets.ISO_8859_1);
            writeLength(block, text.length);
            block.writeBytes(text);
        }
        return block.toByteArray();
    }

    private static void writeLength(ByteArrayOutputStream block, int length) {
        if (length < 127) {
            block.write(length);
            return;
        }
        block.write(127);
        int rest = length - 127;
        while (rest >= 128) {
            block.write(rest % 128 + 128);
            rest /= 128;
        }
        block.write(rest);
    }

    void headers(int stream, int flags, String... fields) throws IOException {
        send(Http2FrameTypes.HEADERS, flags | END_HEADERS, stream, block(fields));
    }

    void data(int stream, int flags, String content) throws IOException {
        send(Http2FrameTypes.DATA, flags, stream, content.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Answers a request with a whole response. */
    void answer(int stream, String content) throws IOException {
        headers(stream, 0, ":status", "200", "content-length", Integer.toString(content.length()));
        data(stream, END_STREAM, content);
    }

    void reset(int stream, int code) throws IOException {
        send(Http2FrameTypes.RST_STREAM, 0, stream, octets(Unpooled.buffer().writeInt(code)));
    }

    void goAway(int lastStream) throws IOException {
        send(
                Http2FrameTypes.GO_AWAY,
                0,
                0,
                octets(Unpooled.buffer().writeInt(lastStream).writeInt(0)));
    }

    /** Waits until the client has read all that has been sent to it. */
    void ping() throws IOException {
        send(Http2FrameTypes.PING, 0, 0, new byte[Long.BYTES]);
        read(Http2FrameTypes.PING);
    }

    void updateWindow(int stream, int octets) throws IOException {
        send(Http2FrameTypes.WINDOW_UPDATE, 0, stream, octets(Unpooled.buffer().writeInt(octets)));
    }

    private static byte[] octets(ByteBuf buffer) {
        var octets = new byte[buffer.readableBytes()];
        buffer.readBytes(octets);
        return octets;
    }

    /** Reads the requests of these numbers of streams, in any order. */
    List<Integer> readRequests(int count) throws IOException {
        var streams = new TreeSet<Integer>();
        while (streams.size() < count) {
            streams.add(readRequest());
        }
        return List.copyOf(streams);
    }
}
