package dev.larder.entitytags;

import java.util.List;
import reactor.core.publisher.Flux;

/** Content that was held back to compute its tag. */
sealed interface BodyBufferResult {

    /** All of it is there. */
    record Whole(List<byte[]> pieces, long length) implements BodyBufferResult {}

    /** It was longer or slower than the bounds: here it comes, from its beginning. */
    record Streaming(Flux<byte[]> body) implements BodyBufferResult {}
}
