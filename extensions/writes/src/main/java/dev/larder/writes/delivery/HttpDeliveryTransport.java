package dev.larder.writes.delivery;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.DeliveryFences.Answer;
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
    private static final int MAX_DIGITS = 9;

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
                .response((response, content) -> answer(batch, new Answer(message.uri(), head(response)), content))
                .single()
                .timeout(longest(message))
                .onErrorResume(failure -> Mono.just(silence(started.get(), failure)))
                .toFuture();
    }

    /**
     * The most that an exchange takes, however much goes on in it: each chunk of its content, the head of the answer and the
     * rest have the timeout. Informational responses, or a head that comes octet by octet, keep no request alive.
     */
    private Duration longest(DeliveryRequest message) {
        return channel.requests().timeout().multipliedBy(3 + message.length() / ContentChunkReader.SIZE);
    }

    /** A request whose content the gateway cannot read is no request that the origin leaves unanswered. */
    private static DeliveryOutcome silence(boolean started, Throwable failure) {
        return failure instanceof UnreadableContentException
                ? new DeliveryOutcome.Silence(started, false, String.valueOf(failure.getMessage()))
                : new DeliveryOutcome.Silence(started, failure.getClass().getSimpleName());
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

    private static ResponseHead head(HttpClientResponse response) {
        HeaderFields.Builder fields = HeaderFields.builder();
        response.responseHeaders().forEach(field -> fields.add(field.getKey(), field.getValue()));
        return new ResponseHead(response.status().code(), fields.build());
    }

    private Mono<DeliveryOutcome> answer(WriteBatch batch, Answer answer, Flux<ByteBuf> content) {
        int status = answer.head().status();
        boolean each = status == MULTI_STATUS && channel.bulk().isPresent();
        int items = batch.writes().size();
        var read = new Read(each ? MultiStatusContent.longest(items) : MultiStatusContent.KEPT + 1);
        return content.doOnNext(read::add)
                .takeUntil(chunk -> read.length > (each ? read.most : LONGEST_ANSWER))
                .then(Mono.fromSupplier(() -> each
                                ? each(items, answer, read)
                                : new DeliveryOutcome.Whole(
                                        read.reply(answer.head()),
                                        retryAfter(answer.head().fields()),
                                        answer))
                        .subscribeOn(each ? Schedulers.boundedElastic() : Schedulers.immediate()))
                .timeout(channel.requests().timeout());
    }

    private static DeliveryOutcome each(int items, Answer answer, Read read) {
        return Optional.of(read)
                .filter(whole -> whole.length <= whole.most)
                .flatMap(whole -> MultiStatusContent.parse(whole.kept.toByteArray(), items))
                .<DeliveryOutcome>map(replies -> new DeliveryOutcome.EachItem(replies, answer))
                .orElseGet(() -> new DeliveryOutcome.Garbled(read.reply(answer.head()), answer));
    }

    /** RFC 9110 10.2.3: seconds, or a date, which is compared with the Date of the same response. */
    private static Duration retryAfter(HeaderFields fields) {
        @Nullable String value = fields.first("Retry-After").orElse(null);
        if (value == null) {
            return Duration.ZERO;
        }
        if (value.matches("\\d{1," + MAX_DIGITS + "}")) {
            return Duration.ofSeconds(Long.parseLong(value));
        }
        return fields.first("Date")
                .flatMap(HttpDeliveryTransport::date)
                .flatMap(now -> date(value).map(then -> Duration.between(now, then)))
                .filter(wait -> !wait.isNegative())
                .orElse(Duration.ZERO);
    }

    private static Optional<ZonedDateTime> date(String value) {
        try {
            return Optional.of(ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME));
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

        OriginReply reply(ResponseHead head) {
            byte[] octets = kept.toByteArray();
            return new OriginReply(
                    head.status(),
                    head.fields().first("Content-Type"),
                    MultiStatusContent.text(octets, 0, octets.length));
        }
    }
}
