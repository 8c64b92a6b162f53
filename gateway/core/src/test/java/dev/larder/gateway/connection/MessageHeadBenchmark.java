package dev.larder.gateway.connection;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to find the end of a head, beside decoding it; and to write one. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MessageHeadBenchmark {

    private static final String HEAD = """
            GET /api/v1/products/4711?lang=de HTTP/1.1
            Host: shop.example.org
            User-Agent: Mozilla/5.0 (X11; Linux x86_64)
            Accept: application/json
            Accept-Encoding: gzip

            """.replace("\n", "\r\n");

    private final ByteBuf received = Unpooled.directBuffer().writeBytes(HEAD.getBytes(StandardCharsets.ISO_8859_1));
    private final EmbeddedChannel decoder = new EmbeddedChannel(new HttpRequestDecoder());
    private final ResponseHead response = new ResponseHead(
            200,
            HeaderFields.of(
                    "Content-Type",
                    "application/json",
                    "Cache-Control",
                    "max-age=60",
                    "Content-Length",
                    "1024",
                    "Age",
                    "7",
                    "Cache-Status",
                    "Larder; hit; ttl=53"));

    /** The head of a request, as far as the hit path looks at it. */
    @Benchmark
    public int recognise() {
        return RequestHeadCache.headLength(received);
    }

    /** The same head by Netty's decoder. */
    @Benchmark
    public Object decode() {
        decoder.writeInbound(received.retainedDuplicate());
        Object head = decoder.readInbound();
        decoder.inboundMessages().clear();
        return head;
    }

    /** The head of a response, once a second for each that is asked for. */
    @Benchmark
    public byte[] encode() {
        return MessageHeadOctets.of(response);
    }
}
