package dev.larder.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is next to whom. */
class BroadcastTreeTest {

    @ParameterizedTest
    @CsvSource({"2, 1", "3, 2", "10, 9", "17, 16", "18, 16", "300, 16", "1000, 16"})
    void neighboursAreMutualWithOneEdgeLessThanMembers(int members, int degree) {
        var tree = new BroadcastTree(members, degree);
        int ends = 0;
        for (int position = 0; position < members; position++) {
            List<Integer> neighbours = neighbours(tree, position);
            assertThat(neighbours).hasSize(tree.neighbours(position)).doesNotContain(position);
            for (int neighbour : neighbours) {
                assertThat(neighbours(tree, neighbour)).contains(position);
            }
            assertThat(neighbours.size() > (position == 0 ? 0 : 1)).isEqualTo(position < tree.inner());
            ends += neighbours.size();
        }
        assertThat(ends).isEqualTo(2 * (members - 1));
    }

    private static List<Integer> neighbours(BroadcastTree tree, int position) {
        List<Integer> found = new ArrayList<>();
        tree.forEachNeighbour(position, found::add);
        return found;
    }
}
