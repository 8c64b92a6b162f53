package dev.larder.rfc9111;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** RFC 9111 4.2.3: the age of a response. Saturates at 2^31 seconds, never negative. */
final class Age {

    private Age() {}

    /**
     * Returns corrected_initial_age: the age of a response on arrival. The wall clock counts in whole seconds here,
     * like Date: the fraction that Date omits does not count as age.
     */
    static Duration correctedInitial(HeaderFields response, ReceptionTimes when) {
        Instant received = when.wall().truncatedTo(ChronoUnit.SECONDS);
        Duration apparent = DeltaSeconds.between(Freshness.date(response, received), received);
        Duration responseDelay = DeltaSeconds.between(when.requestTime(), when.responseTime());
        Duration corrected = DeltaSeconds.cap(value(response).plus(responseDelay));
        return apparent.compareTo(corrected) > 0 ? apparent : corrected;
    }

    /** Returns current_age: the initial age plus the time spent in this cache. */
    static Duration current(Duration correctedInitial, Instant responseTime, Instant now) {
        return DeltaSeconds.cap(correctedInitial.plus(DeltaSeconds.between(responseTime, now)));
    }

    /**
     * RFC 9111 5.1: "a cache encountering a message with a list-based Age field value SHOULD use the first member of the
     * field value, discarding subsequent ones"; if it is invalid, "a cache SHOULD ignore the field".
     */
    private static Duration value(HeaderFields response) {
        List<String> members = response.first("Age").map(FieldList::elements).orElse(List.of());
        return members.isEmpty()
                ? Duration.ZERO
                : DeltaSeconds.parse(members.get(0)).orElse(Duration.ZERO);
    }
}
