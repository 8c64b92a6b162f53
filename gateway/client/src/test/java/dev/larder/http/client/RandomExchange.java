package dev.larder.http.client;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.EventLoop;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One request, and the judgement of what its listener is told. */
final class RandomExchange implements OriginResponseListener {

    private final RandomExchanges all;
    private final RandomPlan plan;
    private final EventLoop loop;
    private final Random random;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private @Nullable OriginCall call;
    private int events;
    private boolean hasHead;
    private boolean paused;
    private boolean done;

    RandomExchange(RandomExchanges all, RandomPlan plan, EventLoop loop) {
        this.all = all;
        this.plan = plan;
        this.loop = loop;
        this.random = new Random(plan.seed());
    }

    void begin() {
        int upload = plan.upload();
        HeaderFields fields = upload < 0
                ? HeaderFields.of("Transfer-Encoding", "chunked")
                : upload == 0 ? HeaderFields.EMPTY : HeaderFields.of("Content-Length", Integer.toString(upload));
        var request = new OriginRequest(
                all.origin(),
                plan.method(),
                "/" + plan.number(),
                fields,
                upload,
                !plan.method().equals("POST"));
        call = all.client().client().ask(loop, request, new Object(), this);
        if (upload != 0) {
            upload(call, plan.requestContent());
        }
        event();
    }

    private void upload(OriginCall sent, byte[] octets) {
        int first = random.nextInt(octets.length + 1);
        sent.send(all.client().allocator().buffer().writeBytes(octets, 0, first));
        loop.execute(() -> {
            sent.send(all.client().allocator().buffer().writeBytes(octets, first, octets.length - first));
            sent.sendLast(HeaderFields.EMPTY);
        });
    }

    private void event() {
        if (done || call == null) {
            return;
        }
        if (events++ == plan.cancelAt()) {
            done = true;
            call.cancel();
            all.countOver(loop);
        } else if (!paused && random.nextInt(8) == 0) {
            paused = true;
            call.pause();
            loop.schedule(this::resume, random.nextInt(3), TimeUnit.MILLISECONDS);
        }
    }

    private void resume() {
        paused = false;
        if (call != null) {
            call.resume();
        }
    }

    void require(boolean condition, String what) {
        if (!condition) {
            all.violated(plan + ": " + what);
        }
    }

    @Override
    public void sending() {
        require(!done, "sent after its end");
    }

    @Override
    public void interim(ResponseHead head) {
        require(!done && !hasHead, "an interim response too late");
        event();
    }

    @Override
    public void head(ResponseHead head, boolean atHand) {
        require(!done && !hasHead, "a second head");
        require(head.fields().combined("X-Number").equals(Integer.toString(plan.number())), "the head of another");
        hasHead = true;
        event();
    }

    @Override
    public void data(ByteBuf data) {
        require(!done && hasHead, "content without a head");
        require(!paused, "content while paused");
        content.writeBytes(ByteBufUtil.getBytes(data));
        data.release();
        event();
    }

    @Override
    public void end(HeaderFields trailers) {
        require(!done && hasHead && all.judge().mayEnd(plan), "ended");
        require(Arrays.equals(content.toByteArray(), plan.responseContent()), "content of another");
        done = true;
        all.countEnd();
        all.countOver(loop);
    }

    @Override
    public void failed(Throwable error) {
        require(!done, "failed after its end: " + error);
        if (error instanceof IOException failure) {
            all.judge().judge(this, plan, failure);
        } else {
            require(false, "failed by " + error);
        }
        done = true;
        all.countOver(loop);
    }

    @Override
    public void writable() {
        require(!done, "writable after its end");
    }
}
