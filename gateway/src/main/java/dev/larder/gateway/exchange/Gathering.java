package dev.larder.gateway.exchange;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.BaseSubscriber;

/** Reads a body that has been received whole: its content comes at once, as one array. */
final class Gathering extends BaseSubscriber<ByteBuf> {

    private static final byte[] NOTHING = {};

    private final Consumer<byte[]> gathered;
    private final Consumer<Throwable> failed;
    private byte @Nullable [] only;
    private @Nullable ByteArrayOutputStream several;

    /**
     * Tells the content to {@code gathered}.
     *
     * @param failed told if there is none
     */
    Gathering(Consumer<byte[]> gathered, Consumer<Throwable> failed) {
        this.gathered = gathered;
        this.failed = failed;
    }

    @Override
    protected void hookOnNext(ByteBuf piece) {
        byte[] bytes = ByteBufUtil.getBytes(piece);
        if (only == null) {
            only = bytes;
            return;
        }
        if (several == null) {
            several = new ByteArrayOutputStream();
            several.writeBytes(only);
        }
        several.writeBytes(bytes);
    }

    @Override
    protected void hookOnComplete() {
        byte[] content = several == null ? only : several.toByteArray();
        gathered.accept(content == null ? NOTHING : content);
    }

    @Override
    protected void hookOnError(Throwable error) {
        failed.accept(error);
    }
}
