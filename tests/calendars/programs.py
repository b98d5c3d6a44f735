"""Calendars as three programs read them, each by the parser that it uses: khal, Radicale and Home Assistant."""

import datetime
import re

import icalendar
import vobject
from ical.calendar_stream import IcsCalendarStream


def khal(text):
    calendar = icalendar.Calendar.from_ical(text)
    [event] = calendar.walk("VEVENT")
    return {
        "method": str(calendar["METHOD"]),
        "uid": str(event["UID"]),
        "sequence": int(event["SEQUENCE"]),
        "start": event["DTSTART"].dt,
        "end": event["DTEND"].dt,
        "summary": str(event["SUMMARY"]),
        "organizer": str(event["ORGANIZER"]),
        "status": str(event.get("STATUS", "")),
        "alarms": len(event.walk("VALARM")),
    }


def radicale(text):
    calendar = vobject.readOne(text)
    calendar.validate()
    event = calendar.vevent
    return {
        "method": calendar.method.value,
        "uid": event.uid.value,
        "sequence": int(event.sequence.value),
        "start": event.dtstart.value,
        "end": event.dtend.value,
        "summary": event.summary.value,
        "organizer": event.organizer.value,
        "status": event.status.value if hasattr(event, "status") else "",
        "alarms": len(getattr(event, "valarm_list", [])),
    }


def home_assistant(text):
    [calendar] = IcsCalendarStream.from_ics(text).calendars
    [event] = calendar.events
    return {
        "method": calendar.method,
        "uid": event.uid,
        "sequence": event.sequence,
        "start": event.dtstart,
        "end": event.dtend,
        "summary": event.summary,
        "organizer": str(event.organizer.uri),
        "status": event.status.value if event.status else "",
        "alarms": len(event.alarm),
    }


PROGRAMS = (khal, radicale, home_assistant)


def seen(text):
    """What all three see in an entry; fails where they differ."""
    views = [program(text) for program in PROGRAMS]
    for view in views:
        view["start"], view["end"] = (view[end].astimezone(datetime.timezone.utc) for end in ("start", "end"))
        view["organizer"] = view["organizer"].lower()
    if any(view != views[0] for view in views):
        raise SystemExit(f"calendars: the programs see different entries: {views}")
    return views[0]


def of_khal(start, end):
    """A calendar with one busy time in a zone that it describes, as icalendar writes it."""
    calendar, event = icalendar.Calendar(), icalendar.Event()
    calendar.add("prodid", "-//khal//")
    calendar.add("version", "2.0")
    event.add("uid", "busy")
    event.add("dtstamp", start)
    event.add("dtstart", start)
    event.add("dtend", end)
    calendar.add_component(event)
    calendar.add_missing_timezones()
    return renamed(calendar.to_ical().decode())


def of_radicale(start, end):
    """As vobject writes it."""
    calendar = vobject.iCalendar()
    event = calendar.add("vevent")
    event.add("uid").value = "busy"
    event.add("dtstart").value = start
    event.add("dtend").value = end
    return renamed(calendar.serialize())


def renamed(text):
    """With a name of the zone that only the calendar itself explains."""
    if "BEGIN:VTIMEZONE" not in text:
        raise SystemExit(f"calendars: no zone is described: {text}")
    return re.sub(r"(TZID[:=])[^:\r\n]+", r"\1A zone of our own", text)
