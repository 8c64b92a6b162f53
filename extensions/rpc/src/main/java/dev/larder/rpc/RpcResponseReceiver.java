package dev.larder.rpc;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Receives the response to a request that did not arrive over HTTP. */
interface RpcResponseReceiver {

    /** Receives the final head. */
    void head(int status, HttpHeaders fields);

    /** Receives the content, with backpressure; completes when all of it is processed. */
    Mono<Void> content(Flux<DataBuffer> content);
}
