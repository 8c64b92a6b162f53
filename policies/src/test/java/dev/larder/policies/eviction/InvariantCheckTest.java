package dev.larder.policies.eviction;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A check that finds nothing proves something only if it would: each is shown a structure that is damaged. */
class InvariantCheckTest {

    private static void found(String invariant, ThrowingCallable check) {
        assertThatIllegalStateException().isThrownBy(check).withMessageContaining(invariant);
    }

    @Test
    void reportsQueueWithWrongLinks() {
        found("links agree in both directions", () -> chain((a, b, c) -> c.older = a));
        found("ends with its newest element", () -> chain((a, b, c) -> b.newer = null));
        found(
                "weighs what its elements weigh",
                () -> chain((a, b, c) -> {
                    a.newer = c;
                    c.older = a;
                }));
    }

    private interface Three {
        void damage(LinkedResident<String> a, LinkedResident<String> b, LinkedResident<String> c);
    }

    private static void chain(Three three) {
        var chain = new LinkedQueue<String>();
        var all = List.of(new LinkedResident<>("a", 1), new LinkedResident<>("b", 2), new LinkedResident<>("c", 3));
        all.forEach(chain::add);
        three.damage(all.get(0), all.get(1), all.get(2));
        chain.checkedElements();
    }

    @Test
    void reportsResidentThatNamesAnotherQueue() {
        var policy = new S3Fifo<String>(100);
        policy.onStore("a", 10, 0);
        policy.checkInvariants();
        policy.nextVictim().inMainQueue = true;
        found("a resident knows its queue", policy::checkInvariants);
    }

    @Test
    void reportsHeapWithChangedElements() {
        var heap = new RankHeap<String>();
        var element = new RankedResident<>("a", 1, 1);
        element.rank = 5;
        element.lastRequest = 5;
        heap.add(element);
        element.place = 1;
        found("an element knows its place", heap::checkedElements);
        element.place = 0;
        element.rank = 4;
        found("ranks only grow", heap::checkedElements);
        element.rank = 6;
        element.lastRequest = 4;
        found("requests go on", heap::checkedElements);
    }

    @Test
    void reportsContestantsWithoutValueOrRequestedInFuture() {
        var worthless = new PreferenceRanking<String>(new RetentionPreference(0, 1));
        worthless.add(new RankedResident<>("a", 1, 0));
        found("everybody is worth something", worthless::checkedContestants);
        var early = new PreferenceRanking<String>(new RetentionPreference(0, 1));
        var contestant = new RankedResident<>("a", 1, 1);
        contestant.lastRequest = 1;
        early.add(contestant);
        found("nobody was requested in the future", early::checkedContestants);
    }

    @Test
    void reportsResidentsWithoutRequestsOrRequestedInFuture() {
        var policy = new Lfuda<String>(100);
        policy.onStore("a", 60, 0);
        policy.onStore("b", 60, 0);
        RankedResident<String> resident = policy.heap().least();
        resident.frequency = 0;
        found("everybody was requested", policy::checkInvariants);
        resident.frequency = 1;
        resident.lastRequest = 3;
        found("nobody was requested in the future", policy::checkInvariants);
        resident.lastRequest = 2;
        policy.checkInvariants();
        var below = new RankedResident<>("c", 1, 1);
        below.rank = 0.5;
        policy.heap().add(below);
        found("nobody ranks below the last victim", policy::checkInvariants);
    }

    /** A policy that takes for its structure what it is told. */
    private static final class Told extends AbstractPolicy<String, ResidentKey<String>> {

        private List<ResidentKey<String>> structure = List.of();

        Told() {
            super(100);
        }

        @Override
        ResidentKey<String> newcomer(String key, long weight, long cost) {
            return new ResidentKey<>(cost == 0 ? key : "another", weight);
        }

        @Override
        void requested(ResidentKey<String> resident) {}

        @Override
        ResidentKey<String> nextVictim() {
            return structure.get(0);
        }

        @Override
        void link(ResidentKey<String> newcomer) {
            structure = List.of(newcomer);
        }

        @Override
        void unlink(ResidentKey<String> gone) {}

        @Override
        Collection<ResidentKey<String>> checkedStructure() {
            return structure;
        }
    }

    @Test
    void reportsStructureThatDiffersFromResidents() {
        var policy = new Told();
        policy.onStore("a", 10, 0);
        policy.checkInvariants();
        ResidentKey<String> resident = policy.structure.get(0);
        policy.structure = List.of(resident, resident);
        found("nobody is linked twice", policy::checkInvariants);
        policy.structure = List.of(new ResidentKey<>("a", 10));
        found("who is linked is resident", policy::checkInvariants);
        policy.structure = List.of();
        found("who is resident is linked", policy::checkInvariants);
    }

    @Test
    void reportsResidentsWithoutWeightOrUnderAnotherKey() {
        var weightless = new Told();
        weightless.onStore("a", 0, 0);
        found("a resident weighs at least a byte", weightless::checkInvariants);
        var renamed = new Told();
        renamed.onStore("a", 1, 1);
        found("a key leads to itself", renamed::checkInvariants);
    }

    @Test
    void reportsWeightThatDiffersFromSumOfResidents() {
        var policy = new Told();
        policy.onStore("a", 60, 0);
        policy.structure = List.of(new ResidentKey<>("a", 50));
        policy.onStore("b", 50, 0);
        found("the weight is the sum of the residents' weights", policy::checkInvariants);
    }

    @Test
    void reportsShadowCacheThatDisagreesWithSample() {
        Map<String, SampledObject<String>> sampled = new HashMap<>();
        var shadow = new ShadowCache<String>(0, 100, new RetentionPreference(0, 1));
        var object = new SampledObject<>("a", 0, 10, 1);
        object.frequency = 1;
        shadow.recordRequest(object, 0, sampled);
        found("who is in a shadow is sampled", () -> shadow.checkInvariants(sampled));
        sampled.put("a", object);
        shadow.checkInvariants(sampled);
        object.leave(0);
        found("a sampled object knows its places", () -> shadow.checkInvariants(sampled));
    }
}
