package dev.larder.rpc;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Takes the answer to a request that has not come by HTTP. */
interface ResponseReceiver {

    /** The head, final. */
    void head(int status, HttpHeaders fields);

    /** Takes the content, as fast as it can be used; done when all of it is. */
    Mono<Void> content(Flux<DataBuffer> content);
}
