package dev.larder.writes.intake;

import dev.larder.gateway.describe.IrrelevantFields;
import dev.larder.gateway.filter.UnsafeRequestHandler.Sent;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.journal.NoSpaceException;
import dev.larder.rfc9111.ContentFields;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.buffer.IdempotencyFingerprint;
import dev.larder.writes.buffer.IncomingWrite;
import dev.larder.writes.buffer.QuotaReservation;
import dev.larder.writes.buffer.TruncatedSha256;
import dev.larder.writes.buffer.WriteAcceptance;
import dev.larder.writes.buffer.WriteAcceptance.Refusal;
import dev.larder.writes.buffer.WriteBuffer;
import dev.larder.writes.buffer.WriteContent;
import dev.larder.writes.buffer.WriteLog;
import dev.larder.writes.buffer.WriteReach;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Accepts requests that are acknowledged before their origin has applied them. */
public final class WriteIntake {

    private static final int PIECES_AHEAD = 4;
    private static final int LONGEST_KEY = 256;

    private final WriteBuffer buffer;
    private final WriteLog log;

    /** Creates an intake for that buffer and its write log. */
    public WriteIntake(WriteBuffer buffer, WriteLog log) {
        this.buffer = buffer;
        this.log = log;
    }

    /**
     * Accepts or declines a request; the content is not read if the head alone is a reason to decline.
     *
     * @param request as it would be forwarded
     * @param content of the request
     * @param channel the channel that delivers it
     * @param sent tells its sender, among others: Idempotency-Keys of different users are distinct
     */
    public Mono<IntakeVerdict> take(
            RequestHead request, Flux<DataBuffer> content, String channel, BufferedWriteRule writeRule, Sent sent) {
        Optional<GatewayProblem> problem = BufferingRequirements.problem(request, writeRule);
        if (problem.isPresent()) {
            return Mono.just(new IntakeVerdict.Declined(problem.get()));
        }
        return Mono.using(
                () -> buffer.reserve(channel, BufferingRequirements.announced(request)),
                room -> room.map(taken -> read(request, content, channel, writeRule, sent, taken))
                        .orElseGet(() -> Mono.just(new IntakeVerdict.Declined(problem(Refusal.FULL)))),
                room -> room.ifPresent(QuotaReservation::release));
    }

    private Mono<IntakeVerdict> read(
            RequestHead request,
            Flux<DataBuffer> content,
            String channel,
            BufferedWriteRule writeRule,
            Sent sent,
            QuotaReservation room) {
        boolean small = request.fields().contains("Content-Length")
                && BufferingRequirements.announced(request) <= ContentAccumulator.IN_MEMORY;
        var gathering = new ContentAccumulator(log, room, writeRule.maxLength());
        Flux<byte[]> pieces = content.map(WriteIntake::copy);
        return (small ? pieces : pieces.publishOn(Schedulers.boundedElastic(), PIECES_AHEAD))
                .doOnNext(piece -> add(gathering, piece))
                .then(Mono.defer(() -> gathered(
                        gathering,
                        writeRule,
                        room,
                        whole -> upload(channel, request, new Whole(whole, gathering.digest()), writeRule, sent))))
                .doOnCancel(() -> abort(gathering))
                .onErrorResume(error -> {
                    abort(gathering);
                    return declined(Exceptions.unwrap(error), writeRule);
                });
    }

    private static void abort(ContentAccumulator gathering) {
        Schedulers.boundedElastic().schedule(gathering::abort);
    }

    /** A piece that waits for another thread when its client leaves is not discarded, so it must need no release. */
    private static byte[] copy(DataBuffer piece) {
        byte[] octets = new byte[piece.readableByteCount()];
        piece.read(octets);
        DataBufferUtils.release(piece);
        return octets;
    }

    private static void add(ContentAccumulator gathering, byte[] piece) {
        try {
            gathering.add(ByteBuffer.wrap(piece));
        } catch (IOException e) {
            throw Exceptions.propagate(e);
        }
    }

    private Mono<IntakeVerdict> declined(Throwable error, BufferedWriteRule writeRule) {
        if (error instanceof ContentAccumulator.TooLargeException) {
            return Mono.just(new IntakeVerdict.Declined(BufferingRequirements.tooLarge(writeRule)));
        }
        if (error instanceof ContentAccumulator.NoRoomException) {
            return Mono.just(new IntakeVerdict.Declined(problem(Refusal.FULL)));
        }
        if (error instanceof NoSpaceException) {
            log.starve();
            return Mono.just(new IntakeVerdict.Declined(problem(Refusal.DISK_FULL)));
        }
        return Mono.error(error);
    }

    /** Creates the write from content that is complete. */
    @FunctionalInterface
    private interface Uploads {

        IncomingWrite of(WriteContent content) throws IOException;
    }

    private Mono<IntakeVerdict> gathered(
            ContentAccumulator gathering, BufferedWriteRule writeRule, QuotaReservation room, Uploads uploads) {
        WriteContent content;
        try {
            content = gathering.content();
        } catch (IOException e) {
            return Mono.error(e);
        }
        try {
            Optional<String> fault =
                    writeRule.needsJson() ? JsonContentValidator.fault(open(content)) : Optional.empty();
            if (fault.isEmpty()) {
                IncomingWrite upload = uploads.of(content);
                return Mono.fromCompletionStage(() -> buffer.accept(upload, room))
                        .publishOn(Schedulers.parallel())
                        .map(WriteIntake::verdict);
            }
            log.discard(content);
            String detail = "The content has to be one JSON text: " + fault.get() + ".";
            return Mono.just(new IntakeVerdict.Declined(new GatewayProblem(HttpStatus.BAD_REQUEST, detail)));
        } catch (IOException | RuntimeException e) {
            log.discard(content);
            return Mono.error(e);
        }
    }

    /** Content that is complete. */
    private record Whole(WriteContent content, TruncatedSha256 digest) {}

    private IncomingWrite upload(
            String channel, RequestHead request, Whole whole, BufferedWriteRule writeRule, Sent sent)
            throws IOException {
        String key = key(request, whole.content(), writeRule.orderBy());
        String sender = MessageHeadConverter.credentials(request) + sent.sender();
        Optional<IdempotencyFingerprint> repeat = BufferingRequirements.key(request)
                .map(given -> IdempotencyFingerprint.of(
                        channel, sender + told(request, writeRule), given, whole(request, whole.digest())));
        return new IncomingWrite(
                channel,
                key.length() > LONGEST_KEY ? TruncatedSha256.of(key).toString() : key,
                kept(request, writeRule),
                repeat,
                WriteReach.of(sent.tags(), sent.asked()),
                whole.content());
    }

    /** Returns the fields that the origin is told with the write, by which it may tell users apart; identifiers of requests are none. */
    private static String told(RequestHead request, BufferedWriteRule writeRule) {
        return writeRule.fields().stream()
                .filter(name -> request.fields().contains(name) && !IrrelevantFields.has(name))
                .map(name -> name.toLowerCase(Locale.ROOT))
                .distinct()
                .sorted()
                .map(name ->
                        "\n" + name + ": " + String.join("\n ", request.fields().values(name)))
                .collect(Collectors.joining());
    }

    private InputStream open(WriteContent content) throws IOException {
        return content instanceof WriteContent.InFile file
                ? log.file(file.name())
                : ((WriteContent.Inline) content).open();
    }

    private String key(RequestHead request, WriteContent content, WriteOrderKey orderBy) throws IOException {
        return switch (orderBy.source()) {
            case PATH -> request.target().getRawPath();
            case TARGET ->
                request.target().getRawPath()
                        + Optional.ofNullable(request.target().getRawQuery())
                                .map(query -> "?" + query)
                                .orElse("");
            case HEADER -> request.fields().combined(orderBy.name());
            case QUERY ->
                String.join(
                        ",",
                        UriComponentsBuilder.fromUri(request.target())
                                .build()
                                .getQueryParams()
                                .getOrDefault(orderBy.name(), List.of()));
            case JSON -> JsonContentValidator.member(open(content), orderBy.name());
            case NONE -> UUID.randomUUID().toString();
        };
    }

    /** Content without further fields that describe it has the digest that it had in earlier versions. */
    private static TruncatedSha256 whole(RequestHead request, TruncatedSha256 content) {
        var whole = new TruncatedSha256.Maker()
                .add(request.method())
                .add(request.target().toString())
                .add(request.fields().combined("Content-Type"))
                .add(content.toString());
        request.fields().stream()
                .filter(field -> ContentFields.isDescription(field.name())
                        && !field.name().equalsIgnoreCase("Content-Type"))
                .map(field -> field.name().toLowerCase(Locale.ROOT) + ":" + field.value())
                .sorted()
                .forEach(whole::add);
        return whole.digest();
    }

    /** Returns the head with the fields to keep: those that describe the content, and those named by the rule. */
    private static RequestHead kept(RequestHead request, BufferedWriteRule writeRule) {
        HeaderFields.Builder fields = HeaderFields.builder();
        request.fields().forEach(field -> {
            if (ContentFields.isDescription(field.name()) || writeRule.shouldKeepField(field.name())) {
                fields.add(field.name(), field.value());
            }
        });
        return request.withFields(fields.build());
    }

    private static IntakeVerdict verdict(WriteAcceptance acceptance) {
        return acceptance instanceof WriteAcceptance.Accepted accepted
                ? new IntakeVerdict.Acknowledged(accepted.id())
                : new IntakeVerdict.Declined(problem(((WriteAcceptance.Refused) acceptance).why()));
    }

    private static GatewayProblem problem(Refusal refusal) {
        return switch (refusal) {
            case FULL -> new GatewayProblem(HttpStatus.SERVICE_UNAVAILABLE, "The write buffer is full. Retry later.");
            case DISK_FULL ->
                new GatewayProblem(HttpStatus.SERVICE_UNAVAILABLE, "The disk of the write log is full. Retry later.");
            case NOT_DURABLE ->
                new GatewayProblem(
                        HttpStatus.SERVICE_UNAVAILABLE, "The write could not be stored durably. Retry later.");
            case NOT_HELD ->
                new GatewayProblem(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "The other gateways of the cluster could not be notified. Retry later.");
            case CLOSING ->
                new GatewayProblem(HttpStatus.SERVICE_UNAVAILABLE, "The gateway is shutting down. Retry later.");
            case KEY_REUSED ->
                new GatewayProblem(
                        HttpStatus.UNPROCESSABLE_CONTENT,
                        "This Idempotency-Key was already used for a different request. Use a new key.");
        };
    }
}
