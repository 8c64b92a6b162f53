package dev.larder.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpHeaders;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/** A client that leaves keeps no buffer of the origin's connection. */
class RpcHttpResponseTest {

    private final RpcHttpResponse response = new RpcHttpResponse(new NeverReady());

    /** Asks for no content, as a call whose client has left. */
    private static final class NeverReady implements RpcResponseReceiver {

        @Override
        public void head(int status, HttpHeaders fields) {}

        @Override
        public Mono<Void> content(Flux<DataBuffer> content) {
            return Mono.never();
        }
    }

    /** The publisher, on another thread, has not been told yet. */
    @Test
    void releasesContentEmittedAfterCancellation() {
        ByteBuf received = Unpooled.buffer().writeByte('x');
        var emission = new AtomicReference<Subscriber<? super DataBuffer>>();
        Publisher<DataBuffer> content = subscriber -> {
            emission.set(subscriber);
            subscriber.onSubscribe(Operators.emptySubscription());
        };
        Disposable written = response.writeWith(content).subscribe();

        written.dispose();
        emission.get().onNext(asWritten(received));

        assertThat(received.refCnt()).isZero();
    }

    /** As the gateway's and the cache's writers do. */
    private DataBuffer asWritten(ByteBuf received) {
        if (response.bufferFactory() instanceof NettyDataBufferFactory netty) {
            return netty.wrap(received);
        }
        try {
            return response.bufferFactory().wrap(ByteBufUtil.getBytes(received));
        } finally {
            received.release();
        }
    }
}
