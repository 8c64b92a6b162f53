package dev.larder.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

class BulkWritesTest {

    private final BulkWrites<String> batch =
            new BulkWrites<>("b", List.of("a1", "b1", "a2", "a3", "b2"), List.of(), List.of());

    @Test
    void equal_successes_without_bodies_are_one_answer() {
        BulkResult result = batch.each(item -> ItemResult.of(201));

        assertThat(result.getStatusCode().value()).isEqualTo(201);
        assertThat(result.getBody()).isNull();
    }

    @Test
    void results_that_differ_are_an_answer_for_each() {
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
    void equal_failures_are_an_answer_for_each() {
        assertThat(statuses(batch.each(item -> ItemResult.of(503)))).containsExactly(503, 503, 503, 503, 503);
    }

    @Test
    void what_throws_is_500_and_its_message_stays_here() {
        BulkResult result = batch.each(item -> {
            throw new IllegalStateException("the password is 1234");
        });

        assertThat(statuses(result)).containsOnly(500);
        assertThat(String.valueOf(result.getBody())).doesNotContain("1234");
    }

    @Test
    void what_throws_a_status_is_that_status() {
        BulkResult result = batch.each(item -> {
            throw new ResponseStatusException(HttpStatus.CONFLICT);
        });

        assertThat(statuses(result)).containsOnly(409);
    }

    @Test
    void after_an_item_that_comes_again_no_later_one_of_its_key_is_applied() {
        List<String> applied = new ArrayList<>();

        BulkResult result = batch.each(item -> item.charAt(0), item -> {
            applied.add(item);
            return ItemResult.of(item.equals("a1") ? 503 : 201);
        });

        assertThat(statuses(result)).containsExactly(503, 201, 424, 424, 201);
        assertThat(applied).containsExactly("a1", "b1", "b2");
    }

    @Test
    void after_an_item_that_never_comes_again_later_ones_of_its_key_are_applied() {
        BulkResult result = batch.each(item -> item.charAt(0), item -> ItemResult.of(item.equals("a1") ? 422 : 201));

        assertThat(statuses(result)).containsExactly(422, 201, 201, 201, 201);
    }

    @Test
    void an_item_without_an_answer_is_a_mistake() {
        assertThatIllegalStateException()
                .isThrownBy(() -> batch.results().ok(0).ok(1).build())
                .withMessageContaining("item 2 of 5");
    }

    @Test
    void one_answer_for_all_is_a_success_other_than_207() {
        assertThatIllegalArgumentException().isThrownBy(() -> batch.all(207));
        assertThatIllegalArgumentException().isThrownBy(() -> batch.all(500));
    }

    private static List<Integer> statuses(BulkResult result) {
        return result.getBody().stream().map(ItemResult::status).toList();
    }
}
