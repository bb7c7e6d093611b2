"""Ratings: how strong the agents of a tournament are, by openskill, and what they gathered."""

from collections import Counter

__all__ = ["rate", "summaries"]


def rate(records):
    """Ratings by the Plackett-Luce model over all matches, in their order.

    Parameters
    ----------
    records : list of dict
        With `agents` and `places`, by seat; equal places are draws.

    Returns
    -------
    dict of str to (float, float)
        Mean and uncertainty (standard deviation) of each agent's strength; everybody begins
        at 25 with 8.33. An agent with several seats in a match is rated in each of them, and
        goes on with the average.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {}
    for record in records:
        agents = record["agents"]
        for name in agents:
            ratings.setdefault(name, model.rating(name=name))
        teams = [[model.create_rating([ratings[name].mu, ratings[name].sigma])] for name in agents]
        rated = [team[0] for team in model.rate(teams, ranks=[float(p) for p in record["places"]])]
        for name in set(agents):
            own = [new for seat, new in enumerate(rated) if agents[seat] == name]
            ratings[name].mu = sum(new.mu for new in own) / len(own)
            ratings[name].sigma = sum(new.sigma for new in own) / len(own)
    return {name: (rating.mu, rating.sigma) for name, rating in ratings.items()}


def summaries(names, records, thoughts):
    """Statistics of every agent, strongest first.

    Parameters
    ----------
    names : sequence of str
    records : list of dict
        As `played.record` makes them.
    thoughts : Thoughts

    Returns
    -------
    dict of str to dict
        By name: `rating`, `uncertainty`, `seats` (that it held), `mean_place`, `places` (how
        often each, as text), `first` (share of seats placed first, shared places included),
        `totals` (sum of each score over its seats), `faults` (how often each kind),
        `ms_per_action` (thinking, wall time).
    """
    ratings = rate(records)
    found = {name: summary(name, records) for name in names}
    for name, numbers in found.items():
        mean, uncertainty = ratings[name]
        found[name] = {"rating": mean, "uncertainty": uncertainty, **numbers}
        found[name]["ms_per_action"] = thoughts.ms_per_action(name)
    return dict(sorted(found.items(), key=lambda item: -item[1]["rating"]))


def summary(name, records):
    """What one agent's seats came to."""
    places, faults, totals = Counter(), Counter(), Counter()
    for record in records:
        for seat, agent in enumerate(record["agents"]):
            if agent != name:
                continue
            places[record["places"][seat]] += 1
            for score, values in record["scores"].items():
                totals[score] += values[seat] or 0
            faults.update(fault["kind"] for fault in record["faults"] if fault["seat"] == seat)
    seats = sum(places.values())
    return {
        "seats": seats,
        "mean_place": sum(place * count for place, count in places.items()) / seats,
        "places": {str(place): places[place] for place in sorted(places)},
        "first": places[1] / seats,
        "totals": dict(totals),
        "faults": dict(faults),
    }
