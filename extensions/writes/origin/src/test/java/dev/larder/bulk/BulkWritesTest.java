package dev.larder.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

class BulkWritesTest {

    private final BulkWrites<String> batch =
            new BulkWrites<>("b", List.of("a1", "b1", "a2", "a3", "b2"), List.of(), List.of());

    @Test
    void equalSuccessesWithoutBodyYieldOneStatus() {
        BulkResult result = batch.each(item -> ItemResult.of(201));

        assertThat(result.getStatusCode().value()).isEqualTo(201);
        assertThat(result.getBody()).isNull();
    }

    @Test
    void differingResultsYieldOneStatusPerItem() {
        BulkResult result = batch.results()
                .ok(0)
                .ok(1)
                .failed(2, 422, "why")
                .ok(3)
                .ok(4, 201, null)
                .build();

        assertThat(result.getStatusCode().value()).isEqualTo(207);
        assertThat(statuses(result)).containsExactly(200, 200, 422, 200, 201);
    }

    @Test
    void equalFailuresYieldOneStatusPerItem() {
        assertThat(statuses(batch.each(item -> ItemResult.of(503)))).containsExactly(503, 503, 503, 503, 503);
    }

    @Test
    void exceptionYields500WithoutItsMessage() {
        BulkResult result = batch.each(item -> {
            throw new IllegalStateException("the password is 1234");
        });

        assertThat(statuses(result)).containsOnly(500);
        assertThat(String.valueOf(result.getBody())).doesNotContain("1234");
    }

    @Test
    void responseStatusExceptionYieldsItsStatus() {
        BulkResult result = batch.each(item -> {
            throw new ResponseStatusException(HttpStatus.CONFLICT);
        });

        assertThat(statuses(result)).containsOnly(409);
    }

    @Test
    void skipsLaterItemsOfKeyAfterRetryableFailure() {
        List<String> applied = new ArrayList<>();

        BulkResult result = batch.each(item -> item.charAt(0), item -> {
            applied.add(item);
            return ItemResult.of(item.equals("a1") ? 503 : 201);
        });

        assertThat(statuses(result)).containsExactly(503, 201, 424, 424, 201);
        assertThat(applied).containsExactly("a1", "b1", "b2");
    }

    @Test
    void appliesLaterItemsOfKeyAfterFinalFailure() {
        BulkResult result = batch.each(item -> item.charAt(0), item -> ItemResult.of(item.equals("a1") ? 422 : 201));

        assertThat(statuses(result)).containsExactly(422, 201, 201, 201, 201);
    }

    /** As the gateway does with each status. */
    @Test
    void statusesThatMaySucceedLaterAreRetryable() {
        assertThat(IntStream.of(408, 424, 425, 429, 500, 503).mapToObj(ItemResult::of))
                .allMatch(ItemResult::isWantedAgain);
        assertThat(IntStream.of(201, 302, 400, 409, 412, 422).mapToObj(ItemResult::of))
                .noneMatch(ItemResult::isWantedAgain);
    }

    @Test
    void rejectsResultsThatOmitAnItem() {
        assertThatIllegalStateException()
                .isThrownBy(() -> batch.results().ok(0).ok(1).build())
                .withMessageContaining("item 2 of 5");
    }

    @Test
    void rejectsCommonStatus207AndErrors() {
        assertThatIllegalArgumentException().isThrownBy(() -> batch.all(207));
        assertThatIllegalArgumentException().isThrownBy(() -> batch.all(500));
    }

    private static List<Integer> statuses(BulkResult result) {
        return result.getBody().stream().map(ItemResult::status).toList();
    }
}
