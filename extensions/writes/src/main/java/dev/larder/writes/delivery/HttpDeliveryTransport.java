package dev.larder.writes.delivery;

import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.OriginReply;
import dev.larder.writes.WriteBatch;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.io.ByteArrayOutputStream;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.NettyOutbound;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;

/** Delivers over HTTP. Streams each request chunk by chunk, each after the previous one is in transit. */
final class HttpDeliveryTransport implements DeliveryTransport {

    private static final int MULTI_STATUS = 207;
    private static final int MOST_DIGITS = 9;

    /** Maximum octets read of an answer's content, of which little is kept. */
    private static final int LONGEST_ANSWER = 1024 * 1024;

    private final HttpClient client;
    private final DeliveryChannel channel;
    private final BatchFormatter formats;

    HttpDeliveryTransport(HttpClient client, DeliveryChannel channel, BatchFormatter formats) {
        this.client = client.compress(false)
                .followRedirect(false)
                .disableRetry(true)
                .responseTimeout(channel.requests().timeout());
        this.channel = channel;
        this.formats = formats;
    }

    @Override
    public CompletableFuture<DeliveryOutcome> send(WriteBatch batch) {
        DeliveryRequest message = formats.message(batch);
        var started = new AtomicBoolean();
        return client.headers(headers -> write(message, headers))
                .request(HttpMethod.valueOf(message.method()))
                .uri(message.uri())
                .send((request, outbound) -> {
                    started.set(true);
                    return content(message, outbound);
                })
                .response((response, content) -> answer(batch, response, content))
                .single()
                .onErrorResume(failure -> Mono.just(new DeliveryOutcome.Silence(started.get(), why(failure))))
                .toFuture();
    }

    private static String why(Throwable failure) {
        return failure instanceof UnreadableContentException
                ? String.valueOf(failure.getMessage())
                : failure.getClass().getSimpleName();
    }

    private static void write(DeliveryRequest message, HttpHeaders headers) {
        message.fields().forEach(field -> headers.add(field.name(), field.value()));
        headers.set(HttpHeaderNames.CONTENT_LENGTH, message.length());
    }

    /** The head is sent first: content sent before it would count as the whole content. */
    private Mono<Void> content(DeliveryRequest message, NettyOutbound outbound) {
        Mono<Void> head = outbound.then();
        if (message.length() == 0) {
            return head;
        }
        return head.thenMany(formats.content(message)
                        .concatMap(
                                chunk -> outbound.sendObject(new DefaultHttpContent(chunk))
                                        .then()
                                        .timeout(channel.requests().timeout()),
                                1))
                .then();
    }

    private Mono<DeliveryOutcome> answer(WriteBatch batch, HttpClientResponse response, Flux<ByteBuf> content) {
        int status = response.status().code();
        boolean each = status == MULTI_STATUS && channel.bulk().isPresent();
        int items = batch.writes().size();
        var read = new Read(each ? MultiStatusContent.longest(items) : MultiStatusContent.KEPT + 1);
        return content.doOnNext(read::add)
                .takeUntil(chunk -> read.length > (each ? read.most : LONGEST_ANSWER))
                .then(Mono.fromSupplier(() -> each
                                ? each(items, response, read)
                                : new DeliveryOutcome.Whole(
                                        read.reply(response), retryAfter(response.responseHeaders())))
                        .subscribeOn(each ? Schedulers.boundedElastic() : Schedulers.immediate()))
                .timeout(channel.requests().timeout());
    }

    private static DeliveryOutcome each(int items, HttpClientResponse response, Read read) {
        return Optional.of(read)
                .filter(whole -> whole.length <= whole.most)
                .flatMap(whole -> MultiStatusContent.parse(whole.kept.toByteArray(), items))
                .<DeliveryOutcome>map(DeliveryOutcome.EachItem::new)
                .orElseGet(() -> new DeliveryOutcome.Garbled(read.reply(response)));
    }

    /** RFC 9110 10.2.3: seconds, or a date, which is compared with the Date of the same response. */
    private static Duration retryAfter(HttpHeaders headers) {
        @Nullable String value = headers.get(HttpHeaderNames.RETRY_AFTER);
        if (value == null) {
            return Duration.ZERO;
        }
        if (value.matches("\\d{1," + MOST_DIGITS + "}")) {
            return Duration.ofSeconds(Long.parseLong(value));
        }
        return date(headers.get(HttpHeaderNames.DATE))
                .flatMap(now -> date(value).map(then -> Duration.between(now, then)))
                .filter(wait -> !wait.isNegative())
                .orElse(Duration.ZERO);
    }

    private static Optional<ZonedDateTime> date(@Nullable String value) {
        try {
            return Optional.ofNullable(value)
                    .map(some -> ZonedDateTime.parse(some, DateTimeFormatter.RFC_1123_DATE_TIME));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** The first octets of a response's content, and the number of all. */
    private static final class Read {

        final int most;
        final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        long length;

        Read(int most) {
            this.most = most;
        }

        void add(ByteBuf chunk) {
            int length = Math.min(chunk.readableBytes(), most - kept.size());
            byte[] octets = new byte[length];
            chunk.getBytes(chunk.readerIndex(), octets);
            kept.writeBytes(octets);
            this.length += chunk.readableBytes();
        }

        OriginReply reply(HttpClientResponse response) {
            byte[] octets = kept.toByteArray();
            return new OriginReply(
                    response.status().code(),
                    Optional.ofNullable(response.responseHeaders().get(HttpHeaderNames.CONTENT_TYPE)),
                    MultiStatusContent.text(octets, 0, octets.length));
        }
    }
}
