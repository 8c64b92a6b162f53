package dev.larder.rfc9111;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** RFC 9111 4.2.3: how old a response is. Saturates at 2^31 seconds, never negative. */
final class Age {

    private Age() {}

    /**
     * corrected_initial_age: the age of a response at the moment it arrived. The wall clock counts in seconds here, as Date
     * does: the fraction that Date leaves out is no age.
     */
    static Duration correctedInitial(HeaderFields response, ReceptionTimes when) {
        Instant received = when.wall().truncatedTo(ChronoUnit.SECONDS);
        Duration apparent = DeltaSeconds.between(Freshness.date(response, received), received);
        Duration responseDelay = DeltaSeconds.between(when.requestTime(), when.responseTime());
        Duration corrected = DeltaSeconds.cap(value(response).plus(responseDelay));
        return apparent.compareTo(corrected) > 0 ? apparent : corrected;
    }

    /** current_age: the initial age and the time spent here since. */
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
